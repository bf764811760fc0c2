// Three ways to time a kernel, two of them good.
#include "clocks.cuh"

using namespace lockstep;

namespace {

constexpr const char* usage =
    "options: [--repeats R] [--csv]\n"
    "  --repeats  timed runs per row after the first (default 101; GPU only)\n"
    "  --csv      the table as CSV, and nothing else (GPU only)\n";

int run(options& given) {
  const std::uint64_t repeats = given.count("--repeats", 101);
  const bool csv = given.flag("--csv");
  given.expect_no_more();
  if (repeats < 1 || repeats > 100'000) throw usage_error("--repeats must be from 1 to 100000");
  if (csv && backend_name() != "gpu") throw usage_error("--csv: times need a GPU");
  const std::vector<unsigned> rounds{0, 1000, 10'000, 100'000};
  if (csv) {
    bool right = true;
    std::cout << csv_heading(
        given, "65,536 threads in blocks of 256. The first run of each row, then the others.");
    clocks::times_table(rounds, static_cast<int>(repeats), right).print_csv(std::cout);
    return right ? passed : wrong_result;
  }
  std::cout << one_line(describe_device()) << "\n\n";
  return clocks::show(rounds, static_cast<int>(repeats)) ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
