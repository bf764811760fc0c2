// Which writes are visible to whom, and when.
#include "visibility.cuh"

#include <iostream>

using namespace lockstep;

namespace {

constexpr unsigned late = 1'000'000;  // nanoseconds

constexpr const char* usage =
    "options: [--races] [--runs R] [--csv]\n"
    "  --races  also what nothing promises (deliberate races, which the checks find)\n"
    "  --runs   runs of each of those (default 100)\n"
    "  --csv    those alone, as CSV (GPU only)\n";

bool promises() {
  std::cout
      << one_line(describe_device())
      << "\n\n"
         "Predict: for each line, is it promised, and what is seen? Parent and child share global\n"
         "and constant memory, and nothing else. A launch is a point in one thread's life.\n\n"
      << std::flush;
  table t({{"who sees what", "", align::left}, {"expected"}, {"seen"}});
  bool kept = true;
  for (const auto& one : visibility::promises()) {
    t.add({one.what, std::to_string(one.expected), std::to_string(one.seen)});
    kept = kept && one.seen == one.expected;
  }
  t.print(std::cout);
  return kept;
}

// The emulator begins children when their parent has ended, so being late changes nothing there.
void races(unsigned runs, bool on_gpu) {
  std::vector<column> columns{{"who may see what", "", align::left}, {"seen"}};
  if (on_gpu) columns.push_back({"seen, if writers are 1 ms late"});
  columns.push_back({"of runs"});
  table t(columns);
  for (const auto& one : visibility::races(runs, on_gpu ? late : 0)) {
    std::vector<std::string> row{one.what, std::to_string(one.seen)};
    if (on_gpu) row.push_back(std::to_string(one.seen_late));
    row.push_back(std::to_string(one.runs));
    t.add(row);
  }
  std::cout << "\nNot promised, so a bug whatever is seen:\n\n";
  t.print(std::cout);
}

void races_as_csv(const options& given, unsigned runs) {
  std::cout << csv_heading(
      given, "Runs in which all was seen: undisturbed, and with those who write 1 ms late.");
  table t({{"what"}, {"runs"}, {"seen"}, {"seen_late"}});
  for (const auto& one : visibility::races(runs, late))
    t.add({one.what, std::to_string(one.runs), std::to_string(one.seen),
           std::to_string(one.seen_late)});
  t.print_csv(std::cout);
}

int body(options& given) {
  const bool on_gpu = !observe{}.available();
  const bool with_races = given.flag("--races");
  const std::uint64_t runs = given.count("--runs", 100);
  const bool csv = given.flag("--csv");
  given.expect_no_more();
  if (runs < 1 || runs > 100'000) throw usage_error("--runs must be from 1 to 100000");
  if (csv && !on_gpu) {
    std::cerr << "--csv needs a GPU: the emulator shows one order only.\n";
    return set_up_missing;
  }
  if (csv) {
    races_as_csv(given, static_cast<unsigned>(runs));
    return passed;
  }

  const bool kept = promises();
  if (with_races) races(static_cast<unsigned>(runs), on_gpu);
  std::cout
      << "\nWhy: a child sees what its launching thread saw at the launch. Since CUDA 12 a parent\n"
         "cannot wait for its child: what a child wrote is seen by a later child in the same\n"
         "stream, by a tail launch, and by the host.\n";
  if (!with_races) std::cout << "--races shows what happens where nothing is promised.\n";
  if (!kept) std::cerr << "\nA promise was broken.\n";
  return kept ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, body); }
