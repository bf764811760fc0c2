// Occupancy by hand, by the toolkit's calculator and by the runtime: for five devices, and for the
// kernels of this chapter on the current device.
#include <lockstep/lockstep.hpp>

#include "calculation.hpp"
#include "kernels.cuh"

namespace {

using namespace lockstep;

constexpr const char* usage =
    "options: [--threads T] [--registers R] [--shared BYTES] [--csv TABLE]\n"
    "  --threads, --registers, --shared\n"
    "          one kernel of your own, explained step by step for each device\n"
    "  --csv   a table as data: kernels or limits\n";

void print_kernels_csv() {
  std::cout << "# Occupancy of five devices by hand. No device is asked.\n"
            << "# 03_occupancy_calculator --csv kernels\n"
            << "# By the formula of chapters/03_occupancy/occupancy.hpp; blocks: per SM.\n"
            << "device,threads,registers,shared,blocks,percent,limiter\n";
  const auto print = [](const sm_limits& sm, const kernel_needs& kernel) {
    const blocks_by fit = resident_blocks(sm, kernel);
    std::cout << sm.name << ',' << kernel.threads << ',' << kernel.registers << ',' << kernel.shared
              << ',' << fit.least() << ',' << fixed(100 * occupancy(sm, kernel), 1) << ','
              << limiter(fit) << '\n';
  };
  for (const sm_limits& sm : devices) {
    for (const int threads : calculation::block_sizes) print(sm, {threads, 32, 0});
    for (const int registers : calculation::register_counts) {
      if (registers != 32) print(sm, {256, registers, 0});
    }
    for (const int kilobytes : calculation::shared_kilobytes) {
      if (kilobytes != 0) print(sm, {256, 32, kilobytes * KB});
    }
  }
}

void print_limits_csv() {
  std::cout << "# What an SM of five devices has room for. No device is asked.\n"
            << "# 03_occupancy_calculator --csv limits\n"
            << "# As it stands in chapters/03_occupancy/limits.hpp, with its sources.\n"
            << "device,capability,multiprocessors,threads,warps,blocks,registers,"
               "registers_per_thread,register_unit,shared_kb,shared_opt_in_kb,shared_unit\n";
  for (const sm_limits& sm : devices) {
    std::cout << sm.name << ',' << sm.major << '.' << sm.minor << ',' << sm.multiprocessors << ','
              << sm.threads << ',' << sm.threads / WARP << ',' << sm.blocks << ',' << sm.registers
              << ',' << sm.registers_per_thread << ',' << sm.register_unit << ',' << sm.shared / KB
              << ',' << sm.shared_opt_in / KB << ',' << sm.shared_unit << '\n';
  }
}

int run(options& given) {
  const auto csv = given.text("--csv");
  const auto threads = given.count("--threads", 0);
  const auto registers = given.count("--registers", 32);
  const auto shared = given.count("--shared", 0);
  given.expect_no_more();
  if (threads > MAX_THREADS_PER_BLOCK) throw usage_error("--threads must be from 1 to 1024");
  if (registers > 255) throw usage_error("--registers must be from 0 to 255");
  if (shared > 227 * KB) throw usage_error("--shared must be at most 232448");

  if (csv && *csv != "kernels" && *csv != "limits") throw usage_error("--csv: kernels or limits");
  if (csv) {
    *csv == "limits" ? print_limits_csv() : print_kernels_csv();
    return passed;
  }
  if (threads > 0) {
    for (const sm_limits& sm : devices)
      calculation::explain(
          sm, {static_cast<int>(threads), static_cast<int>(registers), static_cast<int>(shared)});
    return passed;
  }

  std::cout << "Occupancy: resident warps as a share of an SM's warp slots\n"
            << one_line(describe_device()) << "\n\n"
            << "Predict first. A kernel with 32 registers and no shared memory: on which device "
               "does a block of\n1024 threads leave a third of the SM empty, and on which does a "
               "block of 32?\n\n";
  calculation::print_by_block_size();
  std::cout << "Small blocks run into the limit on blocks, not the one on warps. A block of 1024 "
               "threads fits once\ninto 1536, and the third that is left over fits nobody.\n\n"
               "Predict: blocks of 256 threads. What does one register more than 32 cost?\n\n";
  calculation::print_by_registers();
  std::cout << "A warp's registers come in units of 256, or 64 on the C2050: 33 registers are as "
               "dear as 40.\n\n"
               "Predict: 32 registers, 256 threads, and shared memory. From how many KB on does it "
               "limit?\n\n";
  calculation::print_by_shared_memory();
  const bool alike = calculation::print_agreement(31);
  const bool measured = print_compiled_kernels();
  return alike && measured ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
