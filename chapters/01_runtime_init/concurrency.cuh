// Experiment of docs/machine.md: how many small kernels are on the device at once, if each has a
// stream of its own, or if all are in one queue?
#pragma once

#include <lockstep/lockstep.hpp>
#include <lockstep/recorded.hpp>

#include <iostream>
#include <string>
#include <vector>

#include "fresh_process.cuh"
#include "kernels.cuh"

namespace lockstep::concurrency {

// Streams that wait for no other, not even for the default stream.
class streams {
 public:
  explicit streams(unsigned count) : all_(count) {
    for (cudaStream_t& one : all_)
      CUDA_CHECK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  }
  streams(const streams&) = delete;
  streams& operator=(const streams&) = delete;
  ~streams() {
    for (cudaStream_t one : all_) (void)cudaStreamDestroy(one);
  }
  cudaStream_t operator[](unsigned i) const { return all_[i]; }
  unsigned size() const { return static_cast<unsigned>(all_.size()); }

 private:
  std::vector<cudaStream_t> all_;
};

// The order in which the host puts kernels into streams, if each gets several.
enum class order { stream_by_stream, in_turns };

struct observation {
  unsigned most;        // kernels at the same time
  double milliseconds;  // from the first launch to the end of the last kernel, by the host's clock
  bool right;           // all have come and gone
};

// `chain` kernels in each of `count` streams; each stays for `cycles` cycles.
inline observation launch_all(unsigned count, unsigned chain, order how, long long cycles) {
  device_buffer<unsigned> counts(2);  // running, most
  counts.upload({0, 0});
  const streams s(count);
  const host_timer clock;
  for (unsigned k = 0; k < count * chain; ++k) {
    const unsigned stream = how == order::stream_by_stream ? k / chain : k % count;
    stay_a_while<<<1, 1, 0, s[stream]>>>(counts.data(), counts.data() + 1, cycles);
  }
  CUDA_CHECK_LAUNCH();
  const double elapsed = clock.milliseconds();
  const std::vector<unsigned> result = counts.download();
  return {result[1], elapsed, result[0] == 0 && result[1] >= 1};
}

// How long a kernel stays: on a GPU much longer than all launches take (milliseconds); the emulator
// runs one kernel after the other in any case, so there it need not wait.
inline long long cycles_of(double milliseconds) {
  if (backend_name() != "gpu") return 0;
  return static_cast<long long>(milliseconds * device_attribute(cudaDevAttrClockRate));
}

// In a fresh process, since the number of queues between host and device is fixed with the context:
// "COUNT CHAIN ORDER".
inline void answer(const std::string& question) {
  unsigned count = 0, chain = 0, how = 0;
  std::sscanf(question.c_str(), "%u %u %u", &count, &chain, &how);
  launch_all(1, 1, order::in_turns, 0);  // loads the kernel: the next run is the second
  const observation o = launch_all(count, chain, static_cast<order>(how), cycles_of(1));
  fresh_process::say(static_cast<int>(o.most));
  fresh_process::say(o.milliseconds);
  fresh_process::say(o.right ? 1 : 0);
}

inline observation ask(unsigned count, unsigned chain, order how, const char* queues) {
  environment_changes environment;
  if (queues != nullptr) environment.emplace_back("CUDA_DEVICE_MAX_CONNECTIONS", queues);
  const fresh_process::answer a =
      fresh_process::ask("concurrency",
                         std::to_string(count) + " " + std::to_string(chain) + " " +
                             std::to_string(static_cast<unsigned>(how)),
                         environment);
  if (!a.complete() || a.words.size() != 3) return {0, 0, false};
  return {static_cast<unsigned>(std::stoul(a.words[0])), std::stod(a.words[1]), a.words[2] == "1"};
}

// `count` kernels, in one queue and in as many streams.
inline table streams_table(const std::vector<unsigned>& counts, double milliseconds, bool& right) {
  const bool times = backend_name() == "gpu";
  std::vector<column> columns{{"kernels"}};
  for (const char* where : {"one stream:", "a stream each:"}) {
    columns.push_back({where, "at once"});
    if (times) columns.push_back({"", "ms"});
  }
  table t(columns);
  const long long cycles = cycles_of(milliseconds);
  launch_all(1, 1, order::in_turns, 0);
  for (const unsigned count : counts) {
    const observation one = launch_all(1, count, order::in_turns, cycles);
    const observation each = launch_all(count, 1, order::in_turns, cycles);
    right = right && one.right && one.most == 1 && each.right;
    std::vector<std::string> row{std::to_string(count)};
    for (const observation& o : {one, each}) {
      row.push_back(std::to_string(o.most));
      if (times) row.push_back(fixed(o.milliseconds, 2));
    }
    t.add(row);
  }
  return t;
}

// Where there is no GPU. The model takes one launch after another: of several at once it knows
// nothing.
inline void show_recorded(const std::vector<unsigned>& counts) {
  const recorded_table measured("h200_01_streams.csv");
  std::cout << "   The model of time takes one launch after another, so it does not know either.\n"
            << "   " << measured.source() << ", kernels of 2 ms:\n\n";
  table t({{"kernels"},
           {"one stream:", "at once"},
           {"", "ms"},
           {"a stream each:", "at once"},
           {"together", "ms"}});
  for (const unsigned count : counts) {
    std::vector<std::string> row{std::to_string(count)};
    for (const auto& [name, digits] :
         {std::pair("one_stream_at_once", 0), std::pair("ms", 2),
          std::pair("a_stream_each_at_once", 0), std::pair("together_ms", 2)})
      row.push_back(fixed(measured.find({{"kernels", row[0]}}, name), digits));
    t.add(row);
  }
  t.print(std::cout);
}

// Two kernels in each of 32 streams, by order and by number of queues. Where there is no GPU, what
// was recorded stands beside what the emulator does.
inline table queues_table(bool& right) {
  const bool times = backend_name() == "gpu";
  const recorded_table measured("h200_01_queues.csv");
  std::vector<column> columns{{"hardware queues"}, {"launched", "", align::left}, {"at once"}};
  if (times)
    columns.push_back({"all", "ms"});
  else
    columns.insert(columns.end(), {{measured.source() + ":", "at once"}, {"all", "ms"}});
  table t(columns);
  for (const char* queues : {"1", "2", "8", "32"}) {
    for (const order how : {order::stream_by_stream, order::in_turns}) {
      const observation o = ask(32, 2, how, queues);
      right = right && o.right;
      const char* launched = how == order::in_turns ? "in turns" : "stream by stream";
      std::vector<std::string> row{queues, launched, std::to_string(o.most)};
      if (times) {
        row.push_back(fixed(o.milliseconds, 2));
      } else {
        const auto found = [&](const char* name, int digits) {
          return fixed(measured.find({{"hardware_queues", queues}, {"launched", launched}}, name),
                       digits);
        };
        row.insert(row.end(), {found("at_once", 0), found("all_ms", 2)});
      }
      t.add(row);
    }
  }
  return t;
}

}  // namespace lockstep::concurrency
