// Warps, and what a branch costs them.
#include "branches.cuh"
#include "curve.cuh"
#include "lanes.cuh"
#include "uneven.cuh"

using namespace lockstep;
using namespace lockstep::divergence;

namespace {

constexpr const char* usage =
    "options: [--size THREADS] [--rounds R] [--repeats R] [--csv three|long]\n"
    "  --size     threads (default 2^22 on a GPU, 2^11 on the emulator; at most 2^28)\n"
    "  --rounds   rounds of each loop (default 256)\n"
    "  --repeats  timed runs, of which the median is shown (default 21; GPU only)\n"
    "  --csv      table 1 or 2 as CSV, and nothing else; the others: paths, loops\n";

int run(options& given) {
  const sizes s = ask_sizes(given);
  const auto csv = given.text("--csv");
  given.expect_no_more();
  if (csv && *csv != "three" && *csv != "long")
    throw usage_error("--csv needs one of: three, long");
  // Two warps, as in the book, show the counts best; a time needs more.
  const bool counts = observe{}.available();
  const unsigned grid = counts ? 1 : 4096, block = counts ? 64 : 256;
  verdicts verdict;
  if (csv) {
    const bool three = *csv == "three";
    std::cout << csv_heading(given, (three ? "Grid 4096, block 256. " : "") +
                                        std::string("Events around the kernel alone: one warm-up, "
                                                    "median; the L2 cache is flushed before each "
                                                    "run."));
    const table t = three ? three_kernels_table(grid, block, s.repeats, verdict)
                          : long_kernels_table(s, verdict);
    t.print_csv(std::cout);
    return verdict.exit_code();
  }

  std::cout << "Warp divergence\n" << one_line(describe_device()) << "\n\n";

  show_warps(verdict);
  show_three_kernels(grid, block, s.repeats, verdict);
  show_long_kernels(s, verdict);
  show_paths({1, 2, 4, 8, 16, 32}, s, verdict);
  show_trips(s, verdict);
  show_search(counts ? 1u << 16 : 1u << 26, s.repeats, verdict);
  return verdict.exit_code();
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
