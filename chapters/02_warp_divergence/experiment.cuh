// What the programs of this chapter share: one launch is checked, then timed where the back end is
// a GPU, or its work counted where the back end can count.
#pragma once

#include <lockstep/lockstep.hpp>
#include <lockstep/model_report.hpp>

#include <iostream>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::divergence {

// Threads per block, where a program does not ask for another number.
constexpr unsigned threads_per_block = 256;

inline unsigned blocks_for(unsigned size, unsigned block = threads_per_block) {
  return size / block + (size % block != 0);
}

struct measurement {
  std::optional<double> microseconds;  // on a GPU: the kernel alone, median
  std::optional<counters> counted;     // on a back end that counts

  std::string time() const { return fixed(microseconds, 2, "below"); }
};

// `launch` is one launch of one kernel; `prepare` comes before each, outside of what is measured.
template <typename Prepare, typename Launch>
measurement measure(int repeats, Prepare prepare, Launch launch) {
  measurement result;
  if (observe{}.available()) {
    prepare();
    const observe scope;
    launch();
    CUDA_CHECK_LAUNCH();
    result.counted = scope.total();
  } else {
    result.microseconds = 1000 * median_milliseconds(repeats, prepare, launch);
    CUDA_CHECK_LAUNCH();
  }
  return result;
}
template <typename Launch>
measurement measure(int repeats, Launch launch) {
  return measure(
      repeats, [] {}, launch);
}

// Collects the verdicts of a program: its exit code is that of the worst.
class verdicts {
 public:
  std::string operator()(bool right) {
    all_right_ = all_right_ && right;
    return right ? "right" : "WRONG";
  }
  int exit_code() const {
    if (!all_right_) std::cerr << "\nAt least one result is wrong.\n";
    return all_right_ ? passed : wrong_result;
  }

 private:
  bool all_right_ = true;
};

// The model's times of a table, for so much of `what`. Nothing on a GPU, which has its own.
template <typename Report>
void show_model(const std::string& what, Report report_of) {
  if (!observe{}.available()) return;
  std::cout << "\n   Times, for " << what << ":\n\n";
  const model_report report = report_of();
  report.print(std::cout);
  std::cout << "\n" << report.legend();
}

// The sizes of a run: what a GPU needs to be busy, or what takes the emulator a moment.
struct sizes {
  unsigned threads, rounds;
  int repeats;
  unsigned timed_threads;  // where a model times: as on a GPU
  // Whether docs/data has times for them.
  bool are_recorded() const { return timed_threads == 1u << 22 && rounds == 256; }
};

inline sizes ask_sizes(options& given) {
  const bool counts = observe{}.available();
  const auto asked = given.text("--size");
  const std::uint64_t on_gpu = asked ? parse_count(*asked) : 1u << 22;
  const std::uint64_t threads = asked || !counts ? on_gpu : 1u << 11;
  const std::uint64_t rounds = given.count("--rounds", 256);
  const std::uint64_t repeats = given.count("--repeats", 21);
  if (threads < 1 || threads > (1u << 28)) throw usage_error("--size must be from 1 to 2^28");
  if (rounds < 1 || rounds > 100'000) throw usage_error("--rounds must be from 1 to 100000");
  if (repeats < 1 || repeats > 10'000) throw usage_error("--repeats must be from 1 to 10000");
  return {static_cast<unsigned>(threads), static_cast<unsigned>(rounds), static_cast<int>(repeats),
          static_cast<unsigned>(on_gpu)};
}

}  // namespace lockstep::divergence
