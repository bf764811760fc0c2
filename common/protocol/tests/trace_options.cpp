// What is to be traced, as text and back.
#include "lockstep/protocol/trace_options.hpp"

#include <doctest/doctest.h>

using namespace lockstep::protocol;

TEST_SUITE_BEGIN("trace options");

TEST_CASE("numbers as people write them") {
  const auto some = number_set::parse("8-9,0,2,9-11");
  REQUIRE(some);
  CHECK(some->text() == "0,2,8-11");
  CHECK(some->contains(2));
  CHECK_FALSE(some->contains(3));
  CHECK(some->contains(10));
  CHECK(some->count_below(9) == 3);
  CHECK(some->count_below(100) == 6);
  for (const char* wrong : {"", "a", "1-", "-1", "3-2", "1,", ",1", "1 2"})
    CHECK_FALSE(number_set::parse(wrong));
}

TEST_CASE("options survive the environment") {
  trace_options options;
  options.kernel = "a;b=c|(d)";
  options.blocks = *number_set::parse("3,5");
  options.steps = 7;
  options.only = kept_steps::branches;
  const auto again = trace_options::parse(options.text());
  REQUIRE(again);
  CHECK(again->text() == options.text());
  CHECK(again->kernel == options.kernel);
  CHECK(trace_options::parse("")->text() == trace_options().text());
  for (const char* wrong : {"all", "steps=x", "blocks=", "only=some", "kernel=(", "x=1"})
    CHECK_FALSE(trace_options::parse(wrong));
}

TEST_SUITE_END();
