// Loops whose lanes leave at different times, and searches that a warp leaves together.
#include "uneven.cuh"

using namespace lockstep;
using namespace lockstep::divergence;

namespace {

constexpr const char* usage =
    "options: [--size THREADS] [--rounds R] [--repeats R] [--elements N] [--csv trips|search]\n"
    "  --size      threads of the loops (default 2^22 on a GPU, 2^11 on the emulator)\n"
    "  --rounds    rounds of a thread, on average (default 256)\n"
    "  --elements  elements to search (default 2^26 on a GPU, 2^16 on the emulator)\n"
    "  --repeats   timed runs, of which the median is shown (default 21; GPU only)\n"
    "  --csv       one of the two tables as CSV, and nothing else\n";

int run(options& given) {
  const sizes s = ask_sizes(given);
  const std::uint64_t elements =
      given.count("--elements", observe{}.available() ? 1 << 16 : 1 << 26);
  const auto csv = given.text("--csv");
  given.expect_no_more();
  if (elements < 1 || elements > (1u << 30)) throw usage_error("--elements must be from 1 to 2^30");
  if (csv && *csv != "trips" && *csv != "search")
    throw usage_error("--csv needs one of: trips, search");

  verdicts verdict;
  const auto size = static_cast<unsigned>(elements);
  if (csv) {
    std::cout << csv_heading(given,
                             "Events around the kernel alone: one warm-up, median; the L2 cache is "
                             "flushed before each run.");
    const table t =
        *csv == "trips" ? trips_table(s, verdict) : search_table(size, s.repeats, verdict);
    t.print_csv(std::cout);
  } else {
    std::cout << one_line(describe_device()) << "\n\n";
    show_trips(s, verdict);
    show_search(size, s.repeats, verdict);
  }
  return verdict.exit_code();
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
