// The headline of each experiment of this chapter. The programs beside it go into each.
#include <lockstep/lockstep.hpp>

#include <iostream>

#include "calculation.hpp"
#include "kernels.cuh"
#include "latency_measure.cuh"
#include "little_law.hpp"
#include "little_measure.cuh"
#include "registers_measure.cuh"

namespace {

using namespace lockstep;

constexpr const char* usage =
    "options: [--size BYTES]\n"
    "  --size  bytes that the streams read (default 2^28; on the emulator 2^18), a multiple of "
    "16\n";

bool print_calculation() {
  std::cout << "1  Occupancy: how many warps has an SM room for?\n\n"
               "Predict: on which device does a block of 1024 threads leave a third of the SM "
               "empty? And how many\nblocks of 256 threads with 40 registers fit on the device at "
               "hand?\n\n";
  calculation::print_by_block_size();
  calculation::explain(current_limits(), {256, 40, 4 * KB});
  return calculation::print_agreement(97);
}

bool print_latency(bool timed, unsigned sms) {
  std::cout << "2  Latency: how many operations must be in flight?\n\n"
               "Predict: an addition and multiplication that waits for the one before takes 4 "
               "cycles, and an SM\nbegins 128 in a cycle. How many warps keep it busy with one "
               "chain per thread, and with four?\n\n";
  table t({{"chains", "per thread"},
           {"warps", "per SM"},
           {"result", "", align::left},
           {"throughput", "FMA per cycle"}});
  bool all_right = true;
  for (const auto& [shape, warps] : {std::pair(0, 1u), std::pair(0, 4u), std::pair(0, 16u),
                                     std::pair(3, 1u), std::pair(3, 4u), std::pair(3, 16u)}) {
    const chain_result r = measure_chains(chain_shapes[shape], warps, timed ? 4096 : 64, sms);
    all_right = all_right && r.right;
    t.add({std::to_string(chain_shapes[shape].chains), std::to_string(warps),
           r.right ? "right" : "WRONG", timed ? fixed(r.operations_per_cycle, 1) : "-"});
  }
  t.print(std::cout);
  std::cout << "\nLittle's law: 4 cycles x 128 = " << fixed(operations_needed(128, 4), 0)
            << " in flight: " << fixed(warps_needed(operations_needed(128, 4), 1), 0)
            << " warps with one chain, " << fixed(warps_needed(operations_needed(128, 4), 4), 0)
            << " with four.\n\n";
  return all_right;
}

bool print_streams(bool timed, unsigned sms, std::size_t bytes) {
  std::cout << "3  Memory: the same law in bytes\n\n"
               "Predict: four times the warps, or four loads in each thread that do not wait for "
               "each other:\nwhich reads faster?\n\n";
  stream_input input(bytes, sms);
  table t({{"warps", "per SM"},
           {"loads", "per thread"},
           {"in flight", "bytes per SM"},
           {"result", "", align::left},
           {"bandwidth", "GB/s"}});
  bool all_right = true;
  for (const auto& [warps, shape] :
       {std::pair(4u, 5), std::pair(16u, 5), std::pair(4u, 7), std::pair(64u, 5)}) {
    const stream_kernel& kernel = stream_kernels[shape];
    const stream_result r = measure_stream(kernel, warps, input, sms, timed ? 5 : 0);
    all_right = all_right && r.right;
    t.add({std::to_string(warps), std::to_string(kernel.loads) + " x 16 B",
           grouped(static_cast<unsigned>(bytes_in_flight(kernel, warps))),
           r.right ? "right" : "WRONG",
           timed ? fixed(static_cast<double>(bytes) / r.milliseconds / 1e6, 0) : "-"});
  }
  t.print(std::cout);
  std::cout << "\nSixteen warps with one load, and four with four, have the same bytes in "
               "flight.\n\n";
  return all_right;
}

bool print_registers(bool timed) {
  std::cout << "4  Registers: is more occupancy more speed?\n\n"
               "Predict: a kernel that keeps 64 values, compiled for 1 to 8 blocks of 256 threads "
               "per SM. Which is\nfastest?\n\n";
  bounded_input input(timed ? 1u << 18 : 1u << 10);
  table t({{"registers", "per thread"},
           {"spilled", "bytes per thread"},
           {"occupancy", "%"},
           {"result", "", align::left},
           {"time", "ms"}});
  bool all_right = true;
  for (const bounded_kernel& b : bounded_kernels) {
    const bounded_result r = measure_bounded(b, input, timed ? 11 : 0);
    all_right = all_right && r.right;
    t.add({std::to_string(r.registers), std::to_string(r.spilled), fixed(100 * r.occupancy, 1),
           r.right ? "right" : "WRONG", fixed(r.milliseconds, 4)});
  }
  t.print(std::cout);
  std::cout << "\nFewer registers, more warps; from 64 on, values go to local memory and come back "
               "as loads.\n";
  return all_right;
}

int run(options& given) {
  const bool timed = !observe{}.available();
  const auto size = given.count("--size", timed ? 1u << 28 : 1u << 18);
  given.expect_no_more();
  if (size < 16 || size % 16 != 0 || size > (1ull << 34))
    throw usage_error("--size must be a multiple of 16, from 16 to 2^34");
  const device_summary device = describe_device();
  const auto sms = static_cast<unsigned>(device.multiprocessors);
  std::cout << "Occupancy, latency, and what hides it\n" << one_line(device) << "\n\n";

  bool right = print_calculation();
  right = print_latency(timed, timed ? sms : 2) && right;
  right = print_streams(timed, sms, size) && right;
  right = print_registers(timed) && right;
  if (!timed)
    std::cout
        << "\nCycles, bandwidth and time need a GPU; figures of an H200 stand in the lesson.\n";
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
