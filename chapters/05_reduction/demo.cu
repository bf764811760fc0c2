// Seven ways to sum, side by side: which is right, how fast each is (on a GPU), and what each does
// (on the emulator).
#include <iostream>

#include "reference.hpp"
#include "variants.cuh"

using namespace lockstep;

constexpr const char* usage =
    "05_reduction_demo [--size N] [--block THREADS] [--repeats R]\n"
    "  --size     elements to sum, such as 1000000 or 2^20 (default 2^24, at most 2^31)\n"
    "  --block    threads per block, a power of two from 2 to 1024 (default 512)\n"
    "  --repeats  timed runs per variant, of which the median is shown (default 21; GPU only)\n";

struct experiment {
  std::vector<int> values;
  int expected;
  unsigned block;
  device_buffer<int> original;
  device_buffer<int> data;
  device_buffer<int> partial;

  experiment(std::size_t size, unsigned threads)
      : values(random_integers(size, 1, -99, 99)),
        expected(sum_loop(values)),
        block(threads),
        original(values),
        data(size),
        partial(size / threads + 1) {}

  // The first three variants overwrite their input.
  void restore() {
    partial.poison();
    if (data.size() > 0)
      CUDA_CHECK(cudaMemcpy(data.data(), original.data(), data.bytes(), cudaMemcpyDeviceToDevice));
  }
};

constexpr const char* prediction =
    "Predict first. All seven add the same numbers. Which step will help most, and which figure "
    "will show it:\n"
    "  01 to 02  neighbouring threads work instead of every second, fourth, ... one\n"
    "  02 to 03  neighbouring lanes touch neighbouring elements\n"
    "  03 to 06  the same index, in shared memory instead of global memory\n"
    "  06 to 07  each thread adds two elements while it loads them\n\n";

// On a GPU: how long each takes. The timed region is the kernel alone.
bool time_variants(experiment& e, const device_summary& device, int repeats) {
  table t({{"variant", "", align::left},
           {"result", "", align::left},
           {"time", "ms"},
           {"bandwidth", "GB/s"},
           {"of peak", "%"},
           {"step", "x faster"},
           {"in all", "x faster"}});
  bool all_right = true;
  double first = 0, previous = 0;
  for (const variant& v : variants) {
    e.restore();
    const bool right = reduce(v, e.data, e.partial, e.block) == e.expected;
    all_right = all_right && right;
    if (e.data.size() == 0) continue;
    const double time = median_milliseconds(
        repeats, [&] { e.restore(); },
        [&] {
          v.launch(e.data.data(), e.partial.data(), static_cast<unsigned>(e.data.size()), e.block);
        });
    CUDA_CHECK_LAUNCH();
    if (first == 0) first = previous = time;
    const double bandwidth = static_cast<double>(e.data.bytes()) / time / 1e6;
    t.add({v.name, right ? "right" : "WRONG", fixed(time, 4), fixed(bandwidth, 0),
           fixed(100 * bandwidth / device.memory_bandwidth, 1), fixed(previous / time, 2),
           fixed(first / time, 2)});
    previous = time;
  }
  t.print(std::cout);
  std::cout << "\nWhat to see: bandwidth is the input's bytes over the time. A sum does one "
               "addition for four bytes, so the\n"
               "memory is the limit: 100 % of peak would be the end of all improvement. Chapter 06 "
               "goes on from 07.\n";
  return all_right;
}

// On a back end that counts: what each does.
bool count_variants(experiment& e) {
  table t({{"variant", "", align::left},
           {"result", "", align::left},
           {"instr./warp", "PTX"},
           {"warps", ""},
           {"branch eff.", "%"},
           {"load eff.", "%"},
           {"store eff.", "%"},
           {"sectors/load", "per request"},
           {"conflicts", "per block"}});
  bool all_right = true;
  for (const variant& v : variants) {
    e.restore();
    observe scope;
    const bool right = reduce(v, e.data, e.partial, e.block) == e.expected;
    all_right = all_right && right;
    const auto launches = scope.launches();
    if (launches.empty()) continue;
    const counters c = launches.back().counters;
    t.add({v.name, right ? "right" : "WRONG", fixed(instructions_per_warp(c), 2), grouped(c.warps),
           fixed(branch_efficiency(c), 2, "no branches"), fixed(global_load_efficiency(c), 2),
           fixed(global_store_efficiency(c), 2), fixed(sectors_per_load_request(c), 2),
           fixed(double(shared_conflicts(c)) / launches.back().grid[0], 1)});
  }
  t.print(std::cout);
  std::cout << "\nWhat to see: 02 mends the branches and leaves the loads at 25 %; 03 mends the "
               "loads. In shared memory the same\n"
               "story repeats, and there the price of the bad index is bank conflicts (05). Time, "
               "bandwidth: needs a GPU.\n";
  return all_right;
}

int body(options& given) {
  const std::uint64_t size = given.count("--size", 1u << 24);
  const std::uint64_t block = given.count("--block", 512);
  const std::uint64_t repeats = given.count("--repeats", 21);
  given.expect_no_more();
  if (size > (1ull << 31)) throw usage_error("--size is at most 2^31");
  if (block < 2 || block > 1024 || (block & (block - 1)) != 0) {
    throw usage_error("--block must be a power of two from 2 to 1024");
  }
  if (repeats < 1 || repeats > 10000) throw usage_error("--repeats must be from 1 to 10000");

  const device_summary device = describe_device();
  std::cout << "Sum of " << grouped(size) << " integers, " << block << " threads per block\n"
            << one_line(device) << "\n\n"
            << prediction << std::flush;

  host_timer clock;
  experiment e(size, static_cast<unsigned>(block));
  const bool counts = observe{}.available();
  const bool right =
      counts ? count_variants(e) : time_variants(e, device, static_cast<int>(repeats));
  if (!right) std::cerr << "\nAt least one variant is wrong.\n";
  return right ? passed : wrong_result;
}

int main(int argc, char** argv) { return run_program(argc, argv, usage, body); }
