// What a branch costs, in five steps.
#include "branches.cuh"
#include "curve.cuh"
#include "uneven.cuh"

using namespace divergence;

namespace {

constexpr const char* usage =
    "options: [--size THREADS] [--rounds R] [--repeats R]\n"
    "  --size     threads (default 2^22 on a GPU, 2^11 on the emulator; at most 2^28)\n"
    "  --rounds   rounds of each loop (default 256)\n"
    "  --repeats  timed runs, of which the median is shown (default 21; GPU only)\n";

int run(options& given) {
  const sizes s = ask_sizes(given);
  given.expect_no_more();
  std::cout << "Warp divergence\n" << one_line(describe_device()) << "\n\n";

  const bool counts = observe{}.available();
  verdicts verdict;
  // Two warps, as in the book, show the counts best; a time needs more.
  show_three_kernels(counts ? 1 : 4096, counts ? 64 : 256, s.repeats, verdict);
  show_long_kernels(s, verdict);
  show_paths({1, 2, 4, 8, 16, 32}, s, verdict);
  show_trips(s, verdict);
  show_search(counts ? 1u << 16 : 1u << 26, s.repeats, verdict);
  return verdict.exit_code();
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
