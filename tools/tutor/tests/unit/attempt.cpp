// What is shown of an attempt.
#include "learner/attempt.hpp"

#include <doctest/doctest.h>

#include "context.hpp"

using namespace lockstep::tutor;

TEST_CASE("a stub that a check finds something in shows its task") {
  attempt made;
  made.not_started = true;
  made.result.exercise = "06_unrolling/no_volatile";
  made.result.code = exit_code::check_found;
  made.result.headline = "The last warp, without luck";
  made.result.details = {"Task       Make the last six steps right."};
  made.result.findings.emplace_back();
  CHECK(to_text(made, context{}).find("Make the last six steps right.") != std::string::npos);
}

TEST_CASE("whoever sees all that is wrong is not sent to see it") {
  attempt made;
  made.result.exercise = "05_reduction/ragged";
  made.result.code = exit_code::wrong_result;
  made.result.also = {"something else"};
  made.result.next = {"To see everything that is wrong: ./lockstep verify ragged --all --seed 1"};
  CHECK(to_text(made, context{}).find("--all") != std::string::npos);
  CHECK(to_text(made, context{}, true).find("--all") == std::string::npos);
}
