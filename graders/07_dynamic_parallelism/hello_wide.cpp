// Grader of 07_dynamic_parallelism/hello_wide: one grid for each level.
#include "hello_wide.hpp"

#include <lockstep/grader.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace lockstep::grader;

namespace {

// If too many launch, they are more on each level: nothing else is tried after a wrong result.
bool right_so_far = true;

void require_all_greetings(unsigned blocks, unsigned threads) {
  if (!right_so_far) throw undecided("Not tried: a smaller case went wrong.");
  right_so_far = false;
  guarded_buffer<unsigned> greetings("greetings", std::vector<unsigned>(blocks * levels, 0));
  std::vector<unsigned> expected;
  for (unsigned b = 0; b < blocks; ++b) {
    for (unsigned l = 0; l < levels; ++l) expected.push_back(threads >> l);
  }

  launch(hello, blocks, threads, greetings.data(), 0u);

  const std::vector<unsigned> got = greetings.read();
  for (unsigned i = 0; i < got.size(); ++i) {
    if (got[i] == expected[i]) continue;
    throw wrong("block " + std::to_string(i / levels) + " on level " + std::to_string(i % levels) +
                ": expected " + std::to_string(expected[i]) + " greetings, got " +
                std::to_string(got[i]));
  }
  right_so_far = true;
}

// The grids of all levels, the widest blocks first.
launch_list measure_levels(unsigned blocks, unsigned threads) {
  guarded_buffer<unsigned> greetings("greetings", std::vector<unsigned>(blocks * levels, 0));
  launch_list grids =
      measure_launches([&] { launch(hello, blocks, threads, greetings.data(), 0u); });
  std::stable_sort(grids.begin(), grids.end(),
                   [](const auto& a, const auto& b) { return a.block[0] > b.block[0]; });
  return grids;
}

unsigned levels_of(unsigned threads) {
  unsigned count = 1;
  for (; threads > 1; threads /= 2) ++count;
  return count;
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("everybody greets, however many blocks there are") {
    const char* advice =
        "Level 0 has blocks of 8 threads here. Who launches the next level, how often, and with "
        "how\n"
        "many blocks? Which numbers does block b of the child add to?";
    for_every("blocks", {1, 2, 3, 32, 100}, advice,
              [](unsigned blocks) { require_all_greetings(blocks, 8); });
  }

  TEST_CASE("everybody greets, whatever the size of a block") {
    const char* advice = "There are 3 blocks here. On which level is a block of one thread?";
    for_every("threads", {1, 2, 4, 16, 32, 64, 256, 1024}, advice,
              [](unsigned threads) { require_all_greetings(3, threads); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // The one from the host, and one for each level below: as few as there can be if the levels are
  // grids of their own, each half as wide as the one before. Blocks that launch for themselves make
  // as many for each level as there are blocks; a loop in place of launches makes none.
  TEST_CASE("one grid for each level") {
    const char* advice =
        "Blocks of 8 threads have 4 levels: the grid that is launched by the grader, and three "
        "that\n"
        "kernels launch. Read `What a launch costs` in chapters/07_dynamic_parallelism/README.md.";
    for_every("blocks", {1, 2, 10, 100}, advice, [](unsigned blocks) {
      require_exactly("grids", levels_of(8), double(measure_levels(blocks, 8).size()));
    });
  }

  // Block b of a level is a block, not some threads of a larger one.
  TEST_CASE("each of them with all of its blocks") {
    const char* advice = "A grid has as many blocks as the one before, and half as many threads.";
    for_every("threads", {2, 64, 1024}, advice, [](unsigned threads) {
      constexpr unsigned blocks = 5;
      const launch_list grids = measure_levels(blocks, threads);
      require_exactly("grids", levels_of(threads), double(grids.size()));
      for (unsigned l = 0; l < grids.size(); ++l) {
        const std::string level = " on level " + std::to_string(l);
        require_exactly("blocks" + level, blocks, grids[l].grid[0]);
        require_exactly("threads of a block" + level, threads >> l, grids[l].block[0]);
      }
    });
  }
}
