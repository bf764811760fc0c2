// Measures the constants of a GPU that a model of its time needs, each by a microbenchmark of its
// own: ./lockstep bench calibrate. How each is measured stands in the headers beside this file.
#include <lockstep/bench/clock.cuh>
#include <lockstep/csv.hpp>
#include <lockstep/program.hpp>

#include <iostream>

#include "arithmetic.cuh"
#include "atomics.cuh"
#include "bandwidth.cuh"
#include "barriers.cuh"
#include "branches.cuh"
#include "constants.hpp"
#include "launches.cuh"
#include "memory_latency.cuh"
#include "shared_memory.cuh"

namespace {

using namespace lockstep;
using namespace lockstep::calibrate;

constexpr const char* usage =
    "options: [--csv] [--only GROUP]\n"
    "  --csv   the constants as a file of docs/data\n"
    "  --only  one group: arithmetic, functions, warp, branches, shared, barriers, latency, l1,\n"
    "          bandwidth, sectors, gather, in_flight, atomics, blocks or launches\n"
    "Needs a GPU, 2 to 64 GB of its memory, and nobody else on it.\n";

// The largest power of two of bytes that leaves room, 64 GB at most.
std::size_t bytes_to_take() {
  std::size_t free = 0, all = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &all));
  std::size_t bytes = std::size_t{64} << 30;
  while (bytes > free / 10 * 9) bytes /= 2;
  return bytes;
}

// Clocks rise while there is work, and the first constants should not see it.
double clock_after_warming_up() {
  double megahertz = 0;
  const host_timer timer;
  while (timer.milliseconds() < 500) megahertz = bench::sm_megahertz();
  return megahertz;
}

struct group {
  const char* name;
  void (*measure)(constants&, const memory_at_hand&);
};

constexpr group groups[] = {
    {"arithmetic", [](constants& to, const memory_at_hand&) { measure_single_instructions(to); }},
    {"functions", [](constants& to, const memory_at_hand&) { measure_functions(to); }},
    {"warp", [](constants& to, const memory_at_hand&) { measure_warp_operations(to); }},
    {"branches", [](constants& to, const memory_at_hand&) { measure_branches(to); }},
    {"shared",
     [](constants& to, const memory_at_hand&) {
       measure_shared(to);
       measure_shared_atomics(to);
     }},
    {"barriers", [](constants& to, const memory_at_hand& m) { measure_barriers(to, m.sms); }},
    {"latency",
     [](constants& to, const memory_at_hand& m) { measure_latency(to, m.data, m.bytes, m.sms); }},
    {"l1", measure_l1},
    {"bandwidth", measure_bandwidth},
    {"sectors", measure_sectors},
    {"gather", measure_gather},
    {"in_flight", measure_in_flight},
    {"atomics", measure_global_atomics},
    {"blocks", [](constants& to, const memory_at_hand& m) { measure_block_starts(to, m.sms); }},
    {"launches", [](constants& to, const memory_at_hand& m) { measure_launches(to, m.sms); }},
};

int run(options& given) {
  const bool csv = given.flag("--csv");
  const std::string only = given.text("--only").value_or("");
  given.expect_no_more();
  bool known = only.empty();
  for (const group& one : groups) known = known || only == one.name;
  if (!known) throw usage_error("--only: there is no group '" + only + "'");
  if (!device_has_clock()) {
    std::cerr << "calibrate needs a GPU: the emulator has no clock whose constants could be "
                 "measured.\n";
    return set_up_missing;
  }
  const device_summary device = describe_device();
  if (csv) {
    std::cout << csv_heading(given,
                             "Medians; spread: the width of the samples' middle half in percent "
                             "of the median. Cycles are those of an SM.");
  } else {
    std::cout << one_line(device) << "\n\n";
  }
  std::cout << std::flush;
  constants to(csv);
  to.add("sm_clock", "MHz", {clock_after_warming_up()}, "cycles against nanoseconds; at the start");
  device_buffer<unsigned> sink(1024);
  const std::size_t bytes = bytes_to_take();
  device_buffer<char> data(bytes);
  const memory_at_hand memory{data.data(), bytes, unsigned(device.multiprocessors), sink.data()};
  to.add("sms", "SMs", {double(device.multiprocessors)}, "by the runtime");
  to.add("l2_size", "MB", {device_attribute(cudaDevAttrL2CacheSize) / 1048576.0}, "by the runtime");
  for (const group& one : groups) {
    if (only.empty() || only == one.name) one.measure(to, memory);
  }
  to.add("sm_clock_at_end", "MHz", {bench::sm_megahertz()}, "cycles against nanoseconds");
  return passed;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
