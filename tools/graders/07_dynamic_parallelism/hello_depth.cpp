// Grader of 07_dynamic_parallelism/hello_depth: nesting that ends where it should.
#include "07_dynamic_parallelism/hello_depth.hpp"
#include "greetings.hpp"
#include "nesting.hpp"

#include <lockstep/grader.hpp>

#include <algorithm>

using namespace lockstep::grader;

namespace {

// Without a limit the greetings would be right, too; no experiment may take that for a cure.
void require_limit(unsigned threads, unsigned deepest) {
  const unsigned last = std::min(levels_of(threads) - 1, deepest);
  const auto grids = measure_grids(
      1, threads, levels,
      [=](unsigned* greetings) { launch(hello, 1, threads, greetings, 0u, deepest); }, deepest);
  require_at_most("grids", last + 1, double(grids.size()));
}

void require_right_greetings(unsigned threads, unsigned deepest) {
  if_right_so_far([=] {
    if (experimenting()) require_limit(threads, deepest);
    require_all_greetings(
        1, threads, levels,
        [=](unsigned* greetings) { launch(hello, 1, threads, greetings, 0u, deepest); }, deepest);
  });
}

// As many grids as levels, but none below `deepest`, which may be the largest number there is.
void require_right_grids(unsigned threads, unsigned deepest) {
  const unsigned last = std::min(levels_of(threads) - 1, deepest);
  const auto grids = measure_grids(
      1, threads, levels,
      [=](unsigned* greetings) { launch(hello, 1, threads, greetings, 0u, deepest); }, deepest);
  require_levels(last + 1, 1, threads, grids);
  require_threads_at_work(last + 1);       // one at least that greets for its level
  require_one_greeting_each(last, grids);  // the last may greet for all below
}

constexpr unsigned no_limit = 0xFFFFFFFF;

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("every thread greets, wherever the nesting ends") {
    const char* advice =
        "There are levels of 8, 4, 2 and 1 threads here. Which of them are grids? Below the last\n"
        "one no thread greets, or all do: half of its threads for the next level, and so on.";
    for_every("deepest", {0, 1, 2, 3, 4, no_limit}, advice,
              [](unsigned deepest) { require_right_greetings(8, deepest); });
  }

  TEST_CASE("every thread greets, whatever the size of the first block") {
    const char* advice = "The nesting ends at level 2 here, or before if there is no such level.";
    for_every("threads", {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}, advice,
              [](unsigned threads) { require_right_greetings(threads, 2); });
  }
}

TEST_SUITE("checks") {
  TEST_CASE("no check found anything") { require_no_findings(); }
}

TEST_SUITE("properties") {
  // Exactly: one grid more is one that `deepest` forbids, or that has nothing to do; one less is a
  // level that was to be a grid of its own. A loop for all levels launches none.
  TEST_CASE("as many grids as allowed") {
    const char* advice =
        "Level 0 is the grid that the grader launches; it has 64 threads here. With deepest = 2\n"
        "there are the levels 0, 1 and 2: three grids.";
    for_every("deepest", {0, 1, 2, 5, 6, 7, no_limit}, advice,
              [](unsigned deepest) { require_right_grids(64, deepest); });
  }
  TEST_CASE("and none without a thread") {
    const char* advice =
        "The nesting may go down to level 3 here. Which levels still have a thread?";
    for_every("threads", {1, 2, 4, 8, 16, 1024}, advice,
              [](unsigned threads) { require_right_grids(threads, 3); });
  }
}

TEST_SUITE("time") {
  // One grid, and eleven.
  TEST_CASE("1024 threads, deepest = 0") {
    time_greetings(1, levels,
                   [](unsigned* greetings) { enqueue(hello, 1, 1024, greetings, 0u, 0u); });
  }
  TEST_CASE("1024 threads, deepest = 10") {
    time_greetings(1, levels,
                   [](unsigned* greetings) { enqueue(hello, 1, 1024, greetings, 0u, 10u); });
  }
}
