// The headline of each experiment of this chapter. The programs beside it go into each.
#include <lockstep/lockstep.hpp>
#include <lockstep/recorded.hpp>

#include <iostream>

#include "calculation.hpp"
#include "kernels.cuh"
#include "latency_measure.cuh"
#include "little_law.hpp"
#include "little_measure.cuh"
#include "registers_measure.cuh"

namespace {

using namespace lockstep;

// What is measured where there is a clock; elsewhere what was recorded.
column measured(bool timed, const char* title, const recorded_table& recorded, const char* unit) {
  return {timed ? title : recorded.source(), unit};
}

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
  const recorded_table recorded("h200_03_chains.csv");
  table t({{"chains", "per thread"},
           {"warps", "per SM"},
           {"result", "", align::left},
           measured(timed, "throughput", recorded, "FMA per cycle")});
  bool all_right = true;
  for (const auto& [shape, warps] : {std::pair(0, 1u), std::pair(0, 4u), std::pair(0, 16u),
                                     std::pair(3, 1u), std::pair(3, 4u), std::pair(3, 16u)}) {
    const chain_result r = measure_chains(chain_shapes[shape], warps, timed ? 4096 : 64, sms);
    all_right = all_right && r.right;
    const std::string chains = std::to_string(chain_shapes[shape].chains);
    t.add({chains, std::to_string(warps), r.right ? "right" : "WRONG",
           timed ? fixed(r.operations_per_cycle, 1)
                 : fixed(recorded.find({{"chains", chains}, {"warps", std::to_string(warps)}},
                                       "fma_per_cycle"),
                         1)});
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
  const recorded_table recorded("h200_03_little.csv");
  table t({{"warps", "per SM"},
           {"loads", "per thread"},
           {"in flight", "bytes per SM"},
           {"result", "", align::left},
           measured(timed, "bandwidth", recorded, "GB/s")});
  bool all_right = true;
  for (const auto& [warps, shape] :
       {std::pair(4u, 5), std::pair(16u, 5), std::pair(4u, 7), std::pair(64u, 5)}) {
    const stream_kernel& kernel = stream_kernels[shape];
    const stream_result r = measure_stream(kernel, warps, input, sms, timed ? 5 : 0);
    all_right = all_right && r.right;
    t.add({std::to_string(warps), std::to_string(kernel.loads) + " x 16 B",
           grouped(static_cast<unsigned>(bytes_in_flight(kernel, warps))),
           r.right ? "right" : "WRONG",
           timed ? fixed(static_cast<double>(bytes) / r.milliseconds / 1e6, 0)
                 : fixed(recorded.find({{"word_bytes", "16"},
                                        {"loads", std::to_string(kernel.loads)},
                                        {"split", "0"},
                                        {"warps", std::to_string(warps)}},
                                       "gigabytes_per_second"),
                         0)});
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
  const recorded_table recorded("h200_03_registers.csv");
  table t({{"registers", "per thread"},
           {"spilled", "bytes per thread"},
           {"occupancy", "%"},
           {"result", "", align::left},
           measured(timed, "time", recorded, timed ? "ms" : "ms for 2^20 threads")});
  bool all_right = true;
  for (const bounded_kernel& b : bounded_kernels) {
    const bounded_result r = measure_bounded(b, input, timed ? 11 : 0);
    all_right = all_right && r.right;
    t.add({std::to_string(r.registers), std::to_string(r.spilled), fixed(100 * r.occupancy, 1),
           r.right ? "right" : "WRONG",
           timed ? fixed(r.milliseconds, 4)
                 : fixed(recorded.find({{"min_blocks", std::to_string(b.min_blocks)}},
                                       "milliseconds"),
                         4)});
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
    std::cout << "\nThe emulator has no cycles. 03_occupancy/latency, little and registers set a "
                 "model's figures beside\nthe recorded ones.\n";
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
