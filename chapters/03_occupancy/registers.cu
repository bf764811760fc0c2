// Registers per thread against time: fewer registers, more warps, and at some point values that no
// longer have a register.
#include <lockstep/model_report.hpp>

#include <iostream>

#include "registers_measure.cuh"

namespace {

using namespace lockstep;

constexpr const char* usage =
    "options: [--size THREADS] [--repeats R] [--csv]\n"
    "  --size     threads, 64 values each (default 2^20; on the emulator 2^12)\n"
    "  --repeats  timed runs, of which the median is shown (default 11; GPU only)\n"
    "  --csv      the table as data\n";

// By the model, beside an H200's. The input is never filled.
void print_model(unsigned threads) {
  model_report report("h200_03_registers.csv");
  device_buffer<float> in(std::size_t{threads} * VALUES), out(threads);
  for (const bounded_kernel& b : bounded_kernels) {
    const std::string promised = std::to_string(b.min_blocks);
    report.add(
        promised + (b.min_blocks == 1 ? " block per SM" : " blocks per SM"),
        [&] {
          b.kernel<<<(threads + BOUND_THREADS - 1) / BOUND_THREADS, BOUND_THREADS>>>(
              in.data(), out.data(), threads);
        },
        threads == 1u << 20 ? report.recorded({{"min_blocks", promised}}, "milliseconds", 1000)
                            : std::nullopt,
        "1 block");
  }
  std::cout << "\nTimes for " << grouped(threads) << " threads:\n\n";
  report.print(std::cout);
  std::cout << "\n" << report.legend();
}

int run(options& given) {
  const bool timed = !observe{}.available();
  const bool csv = given.flag("--csv");
  const auto asked = given.text("--size");
  const std::uint64_t on_gpu = asked ? parse_count(*asked) : 1u << 20;
  const std::uint64_t size = asked || timed ? on_gpu : 1u << 12;
  const auto repeats = given.count("--repeats", 11);
  given.expect_no_more();
  if (size < 1 || size > (1u << 24)) throw usage_error("--size must be from 1 to 2^24");
  if (repeats < 1 || repeats > 1000) throw usage_error("--repeats must be from 1 to 1000");

  bounded_input input(static_cast<unsigned>(size));
  const double bytes = 4.0 * static_cast<double>(size) * (VALUES + 1);
  table t({{"at least", "blocks per SM"},
           {"registers", "per thread"},
           {"spilled", "bytes per thread"},
           {"occupancy", "%"},
           {"result", "", align::left},
           {"time", "ms"},
           {"bandwidth", "GB/s"}});
  bool all_right = true;
  if (csv) {
    std::cout << csv_heading(given,
                             "Events around the kernel, median; L2 cache flushed. Blocks of "
                             "256 threads, 64 values per thread.")
              << "min_blocks,registers,spilled,occupancy,milliseconds\n";
  }
  for (const bounded_kernel& b : bounded_kernels) {
    const bounded_result r = measure_bounded(b, input, timed ? static_cast<int>(repeats) : 0);
    all_right = all_right && r.right;
    const std::string bandwidth = r.milliseconds ? fixed(bytes / *r.milliseconds / 1e6, 0) : "-";
    if (csv) {
      std::cout << b.min_blocks << ',' << r.registers << ',' << r.spilled << ','
                << fixed(100 * r.occupancy, 2) << ',' << fixed(r.milliseconds, 5, "") << '\n';
    }
    t.add({std::to_string(b.min_blocks), std::to_string(r.registers), std::to_string(r.spilled),
           fixed(100 * r.occupancy, 1), r.right ? "right" : "WRONG", fixed(r.milliseconds, 4),
           bandwidth});
  }
  if (csv) return all_right ? passed : wrong_result;

  std::cout
      << "Registers per thread against time, " << grouped(size) << " threads with " << VALUES
      << " values each\n"
      << one_line(describe_device()) << "\n\n"
      << "Predict first. __launch_bounds__(256, B) asks that at least B blocks of 256 threads "
         "fit on an SM; the\ncompiler then uses at most 65,536 / (256 B) registers. The kernel "
         "keeps 64 values at once.\nWhich B is fastest: the one with most warps?\n\n";
  t.print(std::cout);
  std::cout << "\nWhat to see: from 64 registers on the compiler must put values into local "
               "memory, which is\nordinary memory behind the L1 cache: each comes back as a load "
               "when it is needed. More warps, and\nmore for each of them to wait for.\n";
  if (!timed) print_model(static_cast<unsigned>(on_gpu));
  return all_right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
