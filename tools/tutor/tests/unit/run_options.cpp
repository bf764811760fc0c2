// What the user asks of a run, as the emulator's environment.
#include "programs/run_options.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

#include "support/failure.hpp"

using namespace lockstep::tutor;

TEST_CASE("only what was asked for is set") {
  backend on{"emulator", {}, {}, {}};
  apply({}, on);
  CHECK(on.settings.empty());
  run_options options;
  options.schedule = "shuffled";
  options.workers = 2;
  apply(options, on);
  CHECK(on.settings ==
        environment_changes{{"LOCKSTEP_SCHEDULE", "shuffled"}, {"LOCKSTEP_WORKERS", "2"}});
}

TEST_CASE("where nobody waits a launch gets a limit, unless one is set") {
  ::setenv("CI", "true", 1);
  ::unsetenv("LOCKSTEP_TIMEOUT");
  CHECK(attendance({}) == environment_changes{{"LOCKSTEP_TIMEOUT", "120"}});
  run_options options;
  options.timeout = 0;
  CHECK(attendance(options).empty());
  ::setenv("LOCKSTEP_TIMEOUT", "5", 1);
  CHECK(attendance({}).empty());
  ::unsetenv("LOCKSTEP_TIMEOUT");
  ::unsetenv("CI");
}

TEST_CASE("a GPU takes no orders about schedules") {
  backend on{"gpu", {}, {}, {}};
  run_options options;
  options.schedule = "natural";
  CHECK_THROWS_AS(apply(options, on), failure);
}
