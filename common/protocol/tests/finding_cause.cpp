// Which findings have one cause.
#include "lockstep/protocol/finding_cause.hpp"

#include <doctest/doctest.h>

using namespace lockstep::protocol;

namespace {

finding race_between(unsigned line, unsigned other_line, finding_kind kind = finding_kind::race) {
  finding found;
  found.kind = kind;
  found.space = memory_space::global;
  found.kernel = "sum(int*)";
  found.where = {{}, {1, 0, 0}, access_kind::read, "a.cu", line, 0, {}, 0};
  found.other = {{}, {0, 0, 0}, access_kind::write, "a.cu", other_line, 0, {}, 0};
  return found;
}

finding call_at(unsigned line, const char* message) {
  finding found;
  found.kind = finding_kind::api_error;
  found.where.file = line == 0 ? "" : "a.cu";
  found.where.line = line;
  found.message = message;
  return found;
}

}  // namespace

TEST_SUITE_BEGIN("causes");

TEST_CASE("a race has one cause, whichever of its lines was met first") {
  CHECK(have_one_cause(race_between(1, 2), race_between(2, 1)));
  CHECK_FALSE(have_one_cause(race_between(1, 2), race_between(1, 3)));
}

TEST_CASE("the same lines have one cause in all kernels that run them") {
  finding one = race_between(1, 2), other = race_between(1, 2), third = race_between(1, 2);
  one.kernel = "sum<int>(int*)";
  other.kernel = "sum<float>(float*)";
  third.kernel = "sum<double>(double*)";
  third.other->block = {1, 0, 0};
  CHECK(have_one_cause(one, other));
  CHECK_FALSE(take_in(one, other));
  CHECK_FALSE(take_in(one, other));
  CHECK(take_in(one, third));
  CHECK(one.kernel == third.kernel);
  CHECK(one.also_in == std::vector<std::string>{"sum<float>(float*)", "sum<int>(int*)"});
  CHECK(one.count == 4);
  CHECK(one.launches == 1);
  for (finding* f : {&one, &other}) f->where.line = f->other->line = 0;
  CHECK_FALSE(have_one_cause(one, other));
}

TEST_CASE("a read of what nobody has written has one cause, whatever uses the value") {
  finding one = race_between(1, 2, finding_kind::uninitialized_read);
  CHECK(have_one_cause(one, race_between(1, 3, finding_kind::uninitialized_read)));
  one.other.reset();
  CHECK(have_one_cause(one, race_between(1, 3, finding_kind::uninitialized_read)));
  CHECK_FALSE(have_one_cause(one, race_between(2, 3, finding_kind::uninitialized_read)));
}

TEST_CASE("a race within a warp is no cause of its own where one between warps is") {
  const finding race = race_between(1, 2), lanes = race_between(2, 1, finding_kind::warp_race);
  CHECK(have_one_cause(race, lanes));
  CHECK(have_one_cause(lanes, race));
  CHECK(is_worse_than(lanes, race));
  CHECK_FALSE(is_worse_than(race, lanes));
  CHECK_FALSE(have_one_cause(race, race_between(1, 2, finding_kind::scope)));
}

TEST_CASE("an error among the lanes of a warp is not lost in a warning about warps") {
  finding warning = race_between(1, 2), lanes = race_between(1, 2, finding_kind::warp_race);
  warning.severity = finding_severity::warning;
  CHECK_FALSE(have_one_cause(warning, lanes));
  CHECK_FALSE(have_one_cause(lanes, warning));
  lanes.severity = finding_severity::warning;
  CHECK(have_one_cause(warning, lanes));
  CHECK(have_one_cause(race_between(1, 2), lanes));
}

TEST_CASE("an error is worse than a warning, and two blocks are worse than one") {
  finding warning = race_between(1, 2), between = race_between(1, 2);
  warning.severity = finding_severity::warning;
  between.other->block = {1, 0, 0};
  CHECK(is_worse_than(warning, race_between(1, 2)));
  CHECK_FALSE(is_worse_than(race_between(1, 2), warning));
  CHECK(is_worse_than(race_between(1, 2), between));
  CHECK_FALSE(is_worse_than(between, race_between(1, 2)));
}

TEST_CASE("calls are told apart by their callers; without a line, by what is said of them") {
  finding one = call_at(5, "a"), other = call_at(5, "b");
  CHECK(have_one_cause(one, other));
  other.where.callers = {{"a.cu", 9}};
  CHECK_FALSE(have_one_cause(one, other));
  CHECK(have_one_cause(call_at(0, "a"), call_at(0, "a")));
  CHECK_FALSE(have_one_cause(call_at(0, "a"), call_at(0, "b")));
}

TEST_SUITE_END();
