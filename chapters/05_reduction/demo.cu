// Seven ways to sum, side by side: which is right, how fast each is (on a GPU), and what each does
// (on the emulator).
#include <iostream>

#include "reference.hpp"
#include "variants.cuh"

using namespace lockstep;

constexpr const char* usage =
    "05_reduction_demo [--size N] [--block THREADS] [--repeats R]\n"
    "  --size     elements to sum, such as 1000000 or 2^20 (default 2^24, at most 2^30)\n"
    "  --block    threads per block, a power of two from 2 to 1024 (default 512)\n"
    "  --repeats  timed runs per variant, of which the median is shown (default 21; GPU only)\n";

constexpr const char* prediction =
    "Predict first. All seven variants do the same additions. Which of these steps will help "
    "most,\n"
    "and which figure will show it?\n"
    "  01 to 02  neighbouring threads work, instead of every second, fourth, eighth, ...\n"
    "  02 to 03  neighbouring lanes touch neighbouring elements\n"
    "  03 to 06  the same index, but in shared memory\n"
    "  06 to 07  each thread adds two elements while it loads them\n";

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

  // Before every run: 01 to 03 overwrite their input, and an old result must not pass for a new
  // one.
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
int sum_on_host(const std::vector<int>& values) {
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
bool time_variants(experiment& e, double peak, int repeats) {
  table t({{"variant", "", align::left},
           {"result", "", align::left},
           {"time", "ms"},
           {"bandwidth", "GB/s"},
           {"of peak", "%"},
           {"step", "times faster"},
           {"in all", "times faster"}});
  bool all_right = true;
  double first = 0, previous = 0;
  for (const variant& v : variants) {
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
  std::cout << "\nWhat to see: a sum does one addition per four bytes, so the memory is the limit, "
               "and the share of\n"
               "peak bandwidth says how far there is to go. What each variant does differently, "
               "the emulator\n"
               "counts: run this program on it too.\n";
  return all_right;
}

// On a back end that counts: what each does.
bool count_variants(experiment& e) {
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
  for (const variant& v : variants) {
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
  std::cout << "\nWhat to see: 02 mends the branches and leaves the loads as they were; 03 mends "
               "the loads. In shared\n"
               "memory the tale is told again (04, 05, 06), and there a bad index costs bank "
               "conflicts. From 04 on\n"
               "a block stores one number: 4 bytes of a 32-byte sector. Time and bandwidth: needs "
               "a GPU.\n";
  return all_right;
}

int body(options& given) {
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
            << prediction << std::endl;

  const std::vector<int> values = random_integers(size, 1, -99, 99);
  experiment e(values, sum_on_host(values), static_cast<unsigned>(block));
  const bool right = observe{}.available()
                         ? count_variants(e)
                         : time_variants(e, device.memory_bandwidth, static_cast<int>(repeats));
  if (!right) std::cerr << "\nAt least one variant is wrong.\n";
  return right ? passed : wrong_result;
}

int main(int argc, char** argv) { return run_program(argc, argv, usage, body); }
