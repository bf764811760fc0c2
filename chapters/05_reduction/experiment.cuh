// The frame of this chapter's programs: several variants side by side, on the same input. Each is
// checked against the host; then it is timed where the back end is a GPU, and its work is counted
// where the back end can count.
#pragma once

#include <lockstep/lockstep.hpp>

#include <iostream>
#include <vector>

#include "reference.hpp"
#include "variants.cuh"

namespace reduction {

using namespace lockstep;

// What a program compares, and what it says before and after.
struct experiment_text {
  std::vector<variant> variants;
  const char* prediction;
  const char* what_to_see_in_times;
  const char* what_to_see_in_counts;
};

// The input, the right answer, and room on the device for every variant in turn.
struct experiment {
  unsigned size;
  unsigned block;
  int expected;
  device_buffer<int> original, data, partial;

  experiment(const std::vector<int>& values, int sum, unsigned threads)
      : size(static_cast<unsigned>(values.size())),
        block(threads),
        expected(sum),
        original(values),
        data(values.size()),
        partial(values.size() / threads + 1) {}

  // Before every run: 01 to 03 overwrite their input, and an old result must not pass.
  void restore() {
    partial.poison();
    if (size == 0) return;
    CUDA_CHECK(cudaMemcpy(data.data(), original.data(), data.bytes(), cudaMemcpyDeviceToDevice));
  }

  bool is_right(const variant& v) {
    restore();
    return reduce(v, data, partial, block) == expected;
  }
};

// The host's own ways, whose result the variants must match.
inline int sum_on_host(const std::vector<int>& values) {
  const host_timer loop_clock;
  const int sum = sum_loop(values);
  const double loop = loop_clock.milliseconds();
  std::vector<int> copy = values;
  const host_timer recursive_clock;
  const bool agree = sum_recursive(copy.data(), copy.size()) == sum;
  const double recursive = recursive_clock.milliseconds();
  if (!agree) throw std::logic_error("the two references differ");
  std::cout << "Host: " << sum << " by a loop in " << fixed(loop, 1)
            << " ms, the same by recursive interleaved pairs in " << fixed(recursive, 1)
            << " ms\n\n";
  return sum;
}

// On a GPU: how long each takes. The kernel alone is timed.
inline bool time_variants(const experiment_text& text, experiment& e, double peak, int repeats) {
  table t({{"variant", "", align::left},
           {"result", "", align::left},
           {"time", "ms"},
           {"bandwidth", "GB/s"},
           {"of peak", "%"},
           {"step", "times faster"},
           {"in all", "times faster"}});
  bool all_right = true;
  double first = 0, previous = 0;
  for (const variant& v : text.variants) {
    const nvtx_range range(v.name);
    const bool right = e.is_right(v);
    all_right = all_right && right;
    const double time = median_milliseconds(
        repeats, [&] { e.restore(); },
        [&] { v.launch(e.data.data(), e.partial.data(), e.size, e.block); });
    CUDA_CHECK_LAUNCH();
    if (first == 0) first = previous = time;
    const double bandwidth = static_cast<double>(e.data.bytes()) / time / 1e6;
    t.add({v.name, right ? "right" : "WRONG", fixed(time, 4), fixed(bandwidth, 0),
           fixed(100 * bandwidth / peak, 1), fixed(previous / time, 2), fixed(first / time, 2)});
    previous = time;
  }
  t.print(std::cout);
  std::cout << "\n" << text.what_to_see_in_times;
  return all_right;
}

// On a back end that counts: what each does.
inline bool count_variants(const experiment_text& text, experiment& e) {
  table t({{"variant", "", align::left},
           {"result", "", align::left},
           {"warps", ""},
           {"instr./warp", "PTX"},
           {"branch eff.", "%"},
           {"load eff.", "%"},
           {"store eff.", "%"},
           {"sectors/load", "per request"},
           {"conflicts", "per block"}});
  bool all_right = true;
  for (const variant& v : text.variants) {
    const observe scope;
    const bool right = e.is_right(v);
    all_right = all_right && right;
    const launch_record launch = scope.launches().at(0);
    const counters& c = launch.counters;
    t.add({v.name, right ? "right" : "WRONG", grouped(c.warps), fixed(instructions_per_warp(c), 2),
           fixed(branch_efficiency(c), 2, "no branches"), fixed(global_load_efficiency(c), 2),
           fixed(global_store_efficiency(c), 2), fixed(sectors_per_load_request(c), 2),
           fixed(double(shared_conflicts(c)) / launch.grid[0], 0)});
  }
  t.print(std::cout);
  std::cout << "\n" << text.what_to_see_in_counts;
  return all_right;
}

constexpr const char* usage =
    "options: [--size N] [--block THREADS] [--repeats R]\n"
    "  --size     elements to sum, such as 1000000 or 2^20 (default 2^24, at most 2^30)\n"
    "  --block    threads per block, a power of two from 2 to 1024 (default 512)\n"
    "  --repeats  timed runs per variant, of which the median is shown (default 21; GPU only)\n";

inline int run(const experiment_text& text, options& given) {
  const std::uint64_t size = given.count("--size", 1u << 24);
  const std::uint64_t block = given.count("--block", 512);
  const std::uint64_t repeats = given.count("--repeats", 21);
  given.expect_no_more();
  if (size < 1 || size > (1ull << 30)) throw usage_error("--size must be from 1 to 2^30");
  if (block < 2 || block > 1024 || (block & (block - 1)) != 0) {
    throw usage_error("--block must be a power of two from 2 to 1024");
  }
  if (repeats < 1 || repeats > 10'000) throw usage_error("--repeats must be from 1 to 10000");

  const device_summary device = describe_device();
  std::cout << "Sum of " << grouped(size) << " integers by blocks of " << block << " threads\n"
            << one_line(device) << "\n\n"
            << text.prediction << std::endl;

  const std::vector<int> values = random_integers(size, 1, -99, 99);
  experiment e(values, sum_on_host(values), static_cast<unsigned>(block));
  const bool right = observe{}.available() ? count_variants(text, e)
                                           : time_variants(text, e, device.memory_bandwidth,
                                                           static_cast<int>(repeats));
  if (!right) std::cerr << "\nAt least one variant is wrong.\n";
  return right ? passed : wrong_result;
}

inline int main(int argc, char** argv, const experiment_text& text) {
  return run_program(argc, argv, usage, [&](options& given) { return run(text, given); });
}

}  // namespace reduction
