// What the user asks of a run, as the emulator's environment.
#include "context.hpp"

#include <doctest/doctest.h>

#include "support/failure.hpp"

using namespace lockstep::tutor;

TEST_CASE("only what was asked for is set") {
  backend on{"emulator", {}, {}, {}};
  apply({}, on);
  CHECK(on.settings.empty());
  options wish;
  wish.schedule = "shuffled";
  wish.workers = 2;
  apply(wish, on);
  CHECK(on.settings ==
        environment_changes{{"LOCKSTEP_SCHEDULE", "shuffled"}, {"LOCKSTEP_WORKERS", "2"}});
}

TEST_CASE("a GPU takes no orders about schedules") {
  backend on{"gpu", {}, {}, {}};
  options wish;
  wish.schedule = "natural";
  CHECK_THROWS_AS(apply(wish, on), failure);
}
