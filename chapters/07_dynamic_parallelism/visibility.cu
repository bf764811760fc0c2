// Who sees whose writes, and when.
#include "visibility.cuh"

#include <iostream>

using namespace lockstep;

namespace {

constexpr const char* usage =
    "options: [--races] [--runs R]\n"
    "  --races  also what nothing promises (deliberate races, which the checks find)\n"
    "  --runs   runs of each of those (default 100)\n";

int body(options& given) {
  const bool races = given.flag("--races");
  const std::uint64_t runs = given.count("--runs", 100);
  given.expect_no_more();
  if (runs < 1 || runs > 100'000) throw usage_error("--runs must be from 1 to 100000");

  std::cout
      << one_line(describe_device())
      << "\n\n"
         "Predict: for each line, is it promised, and what is seen? Parent and child share global\n"
         "and constant memory, and nothing else. A launch is a point in one thread's life.\n\n"
      << std::flush;
  table promised({{"who sees what", "", align::left}, {"expected"}, {"seen"}});
  bool kept = true;
  for (const auto& one : visibility::promises()) {
    promised.add({one.what, std::to_string(one.expected), std::to_string(one.seen)});
    kept = kept && one.seen == one.expected;
  }
  promised.print(std::cout);

  if (races) {
    table chances({{"who may see what", "", align::left}, {"seen"}, {"of runs"}});
    for (const auto& one : visibility::races(static_cast<unsigned>(runs)))
      chances.add({one.what, std::to_string(one.seen), std::to_string(one.runs)});
    std::cout << "\nNot promised, so a bug whatever is seen:\n\n";
    chances.print(std::cout);
  }

  std::cout
      << "\nWhy: a child sees what its launching thread saw at the launch. Since CUDA 12 a parent\n"
         "cannot wait for its child: what a child wrote is seen by a later child in the same\n"
         "stream, by a tail launch, and by the host.\n";
  if (!races) std::cout << "--races shows what happens where nothing is promised.\n";
  if (!kept) std::cerr << "\nA promise was broken.\n";
  return kept ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, body); }
