// The frame of the programs that set ways to sum side by side, on the same input. Each is checked
// against the host; then it is timed where the back end is a GPU, and its work is counted where the
// back end can count.
#pragma once

#include <lockstep/cold_cache.cuh>
#include <lockstep/lockstep.hpp>
#include <lockstep/model_report.hpp>

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "read_only.cuh"
#include "reference.hpp"
#include "report.hpp"
#include "variant.cuh"

namespace lockstep {
namespace reduction {

// What a program compares, and what it says before and after.
struct experiment_text {
  std::vector<variant> variants;
  const char* prediction;
  const char* what_to_see_in_times;
  const char* what_to_see_in_counts;
  unsigned size_to_count = 1u << 24;  // on the emulator, if no other is asked for
};

struct settings {
  unsigned size = 0;
  unsigned block = 0;
  unsigned size_to_time = 0;  // by the model
  int repeats = 0;
  bool csv = false;
  bool once = false;
};

// The host's own ways, whose result the variants must match.
struct host_sums {
  int sum;
  double loop_milliseconds, pairs_milliseconds;
};

inline host_sums sum_on_host(const std::vector<int>& values) {
  const host_timer loop_clock;
  const int sum = sum_loop(values);
  const double loop = loop_clock.milliseconds();
  std::vector<int> copy = values;
  const host_timer pairs_clock;
  const bool agree = sum_recursive(copy.data(), copy.size()) == sum;
  const double pairs = pairs_clock.milliseconds();
  if (!agree) throw std::logic_error("the two references differ");
  return {sum, loop, pairs};
}

// The input, the right answer, and room on the device for every variant in turn.
struct experiment {
  unsigned size;
  unsigned block;
  host_sums host;
  device_buffer<int> original, data, partial;

  experiment(const std::vector<int>& values, unsigned threads)
      : size(static_cast<unsigned>(values.size())),
        block(threads),
        host(sum_on_host(values)),
        original(values),
        data(values.size()),
        partial(values.size() / threads + 1) {}

  // Before every run: some overwrite their input, and an old result must not pass.
  void restore() {
    partial.poison();
    if (size == 0) return;
    CUDA_CHECK(cudaMemcpy(data.data(), original.data(), data.bytes(), cudaMemcpyDeviceToDevice));
  }

  verdict check(const variant& v) {
    restore();
    if (reduce(v, data, partial, block) == host.sum) return verdict::right;
    return v.wrong ? verdict::wrong_on_purpose : verdict::wrong;
  }

  double milliseconds(const variant& v, int repeats) {
    const double time = median_milliseconds(
        repeats, [&] { restore(); }, [&] { v.launch(data.data(), partial.data(), size, block); },
        cold_cache());
    CUDA_CHECK_LAUNCH();
    return time;
  }

  // What a kernel takes that reads the same bytes and adds nothing.
  double read_milliseconds(int repeats) {
    const double time = median_milliseconds(
        repeats, [&] { restore(); },
        [&] { launch_read_only<purpose::ceiling>(data.data(), partial.data(), size); },
        cold_cache());
    CUDA_CHECK_LAUNCH();
    return time;
  }
};

// On a GPU: how long each takes. What `launch` does is timed, no more; the host by its own clock.
inline bool time_variants(const experiment_text& text, experiment& e, const settings& s,
                          double peak, const std::string& csv_head) {
  time_report report(e.size, e.block, peak);
  report.add("host loop", "", e.host.loop_milliseconds, verdict::right);
  report.add("host pairs", "", e.host.pairs_milliseconds, verdict::right);
  bool all_right = true;
  for (const variant& v : text.variants) {
    const nvtx_range range(v.name);
    const verdict result = e.check(v);
    all_right = all_right && result != verdict::wrong;
    report.add(v.name, v.after, e.milliseconds(v, s.repeats), result);
  }
  report.set_read_only(e.read_milliseconds(s.repeats));
  if (s.csv) {
    std::cout << csv_head;
    report.print_csv(std::cout);
  } else {
    report.print(std::cout);
    std::cout << "\n" << text.what_to_see_in_times;
  }
  return all_right;
}

// On a back end with a model of time: how long each would take on a GPU, and did.
inline void model_variants(const experiment_text& text, unsigned size, unsigned block) {
  model_report report("h200_06_ladder.csv", l2_flush::by_reading);
  const recorded_table masks("h200_05_reduction.csv");  // has variants that are no rung
  const auto measured = [&](const std::string& name) {
    const std::initializer_list<recorded_table::condition> row{
        {"variant", name}, {"size", std::to_string(size)}, {"block", std::to_string(block)}};
    const auto rung = report.recorded(row, "milliseconds", 1000);
    const auto mask = masks.find(row, "milliseconds");
    return rung || !mask ? rung : std::optional<double>(1000 * *mask);
  };
  // Nobody adds up what stands in them.
  device_buffer<int> data(size), partial(size / block + 1);
  for (const variant& v : text.variants)
    report.add(
        v.name, [&] { v.launch(data.data(), partial.data(), size, block); }, measured(v.name),
        v.after);
  const model_report reading("h200_06_reading.csv");
  report.add(
      "reading alone",
      [&] { launch_read_only<purpose::ceiling>(data.data(), partial.data(), size); },
      block == 512
          ? reading.recorded(
                {{"size", std::to_string(size)}, {"flush", "read"}, {"variant", "reading alone"}},
                "microseconds")
          : std::nullopt,
      model_report::nothing);
  std::cout << "\nTimes for " << grouped(size) << " integers:\n\n";
  report.print(std::cout);
  std::cout << "\n" << report.legend();
}

// On a back end that counts: what each does.
inline bool count_variants(const experiment_text& text, experiment& e, const settings& s,
                           const std::string& csv_head) {
  count_report report(e.size, e.block);
  bool all_right = true;
  for (const variant& v : text.variants) {
    const observe scope;
    const verdict result = e.check(v);
    all_right = all_right && result != verdict::wrong;
    std::uint64_t blocks = 0;
    for (const launch_record& launch : scope.launches()) blocks += launch.grid[0];
    report.add(v.name, blocks, scope.total(), result);
  }
  if (s.csv) {
    std::cout << csv_head;
    report.print_csv(std::cout);
  } else {
    report.print(std::cout);
    std::cout << "\n" << text.what_to_see_in_counts;
    model_variants(text, s.size_to_time, s.block);
  }
  return all_right;
}

// Each once, for a profiler, which does the rest.
inline bool run_once(const experiment_text& text, experiment& e) {
  bool all_right = true;
  for (const variant& v : text.variants) {
    const nvtx_range range(v.name);
    const verdict result = e.check(v);
    all_right = all_right && result != verdict::wrong;
    std::cout << v.name << ": " << word(result) << "\n";
  }
  return all_right;
}

constexpr const char* usage =
    "options: [--size N] [--block THREADS] [--repeats R] [--csv] [--once]\n"
    "  --size     elements to sum, such as 1000000 or 2^20 (at most 2^30; default 2^24, on the\n"
    "             emulator less if there is much to run)\n"
    "  --block    threads per block, a power of two from 2 to 1024 (default 512)\n"
    "  --repeats  timed runs per variant, of which the median is shown (default 21; GPU only)\n"
    "  --csv      the table as a file of docs/data\n"
    "  --once     each variant once, and nothing else: for Nsight Compute\n";

inline int run(const experiment_text& text, options& given, settings s) {
  const bool counts = observe{}.available();
  const auto asked_size = given.text("--size");
  const std::uint64_t size = asked_size ? parse_count(*asked_size)
                             : counts   ? text.size_to_count
                                        : 1u << 24;
  const std::uint64_t block = given.count("--block", 512);
  const std::uint64_t repeats = given.count("--repeats", 21);
  s.csv = given.flag("--csv");
  s.once = given.flag("--once");
  given.expect_no_more();
  unsigned least = 2;
  for (const variant& v : text.variants) least = std::max(least, v.least_block);
  if (size < 1 || size > (1ull << 30)) throw usage_error("--size must be from 1 to 2^30");
  if (block < least || block > 1024 || (block & (block - 1)) != 0) {
    throw usage_error("--block must be a power of two from " + std::to_string(least) + " to 1024");
  }
  if (repeats < 1 || repeats > 10'000) throw usage_error("--repeats must be from 1 to 10000");
  s.size = static_cast<unsigned>(size);
  s.size_to_time = asked_size ? s.size : 1u << 24;
  s.block = static_cast<unsigned>(block);
  s.repeats = static_cast<int>(repeats);

  const device_summary device = describe_device();
  if (!s.csv) {
    std::cout << "Sum of " << grouped(size) << " integers by blocks of " << block << " threads\n"
              << one_line(device) << "\n\n";
    if (!s.once) std::cout << text.prediction << std::endl;
  }

  experiment e(random_integers(size, 1, -99, 99), s.block);
  if (!s.csv && !s.once && counts) {
    std::cout << "Host: " << e.host.sum << " by a loop in " << fixed(e.host.loop_milliseconds, 1)
              << " ms, the same by recursive interleaved pairs in "
              << fixed(e.host.pairs_milliseconds, 1) << " ms\n\n";
  }
  const bool right =
      s.once ? run_once(text, e)
      : counts
          ? count_variants(text, e, s, csv_heading(given, "Counted by the emulator: PTX."))
          : time_variants(text, e, s, device.memory_bandwidth,
                          csv_heading(given,
                                      "Events around the launch alone (the host by its clock): one "
                                      "warm-up, median of " +
                                          std::to_string(s.repeats) +
                                          "; before each run the input is restored and the L2 "
                                          "cache filled by reading something else."));
  if (!right) std::cerr << "\nAt least one variant is wrong.\n";
  return right ? passed : wrong_result;
}

inline int main(int argc, char** argv, const experiment_text& text) {
  return run_program(argc, argv, usage,
                     [&](options& given) { return run(text, given, settings{}); });
}

}  // namespace reduction
}  // namespace lockstep
