// Grader of 07_dynamic_parallelism/hello_wide: one grid for each level.
#include "07_dynamic_parallelism/hello_wide.hpp"
#include "greetings.hpp"
#include "nesting.hpp"

#include <lockstep/grader.hpp>

using namespace lockstep::grader;

namespace {

void require_right_greetings(unsigned blocks, unsigned threads) {
  if_right_so_far([=] {
    require_all_greetings(blocks, threads, levels, [=](unsigned* greetings) {
      launch(hello, blocks, threads, greetings, 0u);
    });
  });
}

launch_list measure_hello(unsigned blocks, unsigned threads) {
  return measure_grids(blocks, threads, levels,
                       [=](unsigned* greetings) { launch(hello, blocks, threads, greetings, 0u); });
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("every thread greets, however many blocks there are") {
    const char* advice =
        "Level 0 has blocks of 8 threads here. Which thread launches the next level, how often,\n"
        "and with how many blocks? Which numbers does block b of the child add to?";
    for_every("blocks", {1, 2, 3, 32, 100}, advice,
              [](unsigned blocks) { require_right_greetings(blocks, 8); });
  }

  TEST_CASE("every thread greets, whatever the size of a block") {
    const char* advice = "There are 3 blocks here. Which level has blocks of one thread?";
    for_every("threads", {1, 2, 4, 16, 32, 64, 256, 1024}, advice,
              [](unsigned threads) { require_right_greetings(3, threads); });
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
      const launch_list grids = measure_hello(blocks, 8);
      require_of_grids([&] { require_exactly("grids", levels_of(8), double(grids.size())); });
      require_threads_at_work(blocks * levels_of(8));  // one at least that greets for its block
      require_one_greeting_each(levels_of(8), grids);
      constexpr double of_an_addition = 4;  // bytes
      require_other_accesses(of_an_addition * threads_of(grids), total(grids));
    });
  }

  // Block b of a level is a block, not some threads of a larger one.
  TEST_CASE("each of them with all of its blocks") {
    const char* advice = "A grid has as many blocks as the one before, and half as many threads.";
    for_every("threads", {2, 64, 1024}, advice, [](unsigned threads) {
      require_levels(levels_of(threads), 5, threads, measure_hello(5, threads));
    });
  }
}

TEST_SUITE("time") {
  TEST_CASE("100 blocks of 1024 threads, 11 levels") {
    time_greetings(100, levels,
                   [](unsigned* greetings) { enqueue(hello, 100, 1024, greetings, 0u); });
  }
}
