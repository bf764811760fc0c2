// The whole curve: cost against the number of paths in a warp, 1 to 32.
#include "curve.cuh"

using namespace lockstep;
using namespace lockstep::divergence;

namespace {

constexpr const char* usage =
    "options: [--size THREADS] [--rounds R] [--repeats R] [--csv]\n"
    "  --size     threads (default 2^22 on a GPU, 2^11 on the emulator; at most 2^28)\n"
    "  --rounds   rounds of each loop (default 256)\n"
    "  --repeats  timed runs, of which the median is shown (default 21; GPU only)\n"
    "  --csv      the table as CSV, and nothing else\n";

int run(options& given) {
  const sizes s = ask_sizes(given);
  const bool csv = given.flag("--csv");
  given.expect_no_more();
  std::vector<unsigned> numbers(most_paths);
  for (unsigned i = 0; i < most_paths; ++i) numbers[i] = i + 1;

  verdicts verdict;
  if (csv) {
    std::cout << csv_heading(given,
                             "Events around the kernel alone: one warm-up, median; the L2 cache is "
                             "flushed before each run. Each path is a loop.");
    paths_table(numbers, s, verdict).print_csv(std::cout);
  } else {
    std::cout << one_line(describe_device()) << "\n\n";
    show_paths(numbers, s, verdict);
  }
  return verdict.exit_code();
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
