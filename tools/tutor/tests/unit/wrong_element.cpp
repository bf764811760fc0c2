// A wrong element and the step that wrote it.
#include "trace/wrong_element.hpp"

#include <doctest/doctest.h>

namespace {

using namespace lockstep::tutor;
using lockstep::protocol::trace_access;
using lockstep::protocol::trace_step;

case_record failed_with(const std::string& message) {
  return {"results", "right", false, {{message, "g.cpp", 1}}, ""};
}

// Lanes 0 to 3 store 10, 11, ... into four elements from `first` on, of an array that begins 8
// bytes into allocation 5.
trace_step store(std::uint64_t number, std::uint64_t at, std::int64_t first, std::uint64_t value) {
  trace_step step;
  step.step = number;
  step.at = at;
  step.block = {3, 0, 0};
  step.warp = 2;
  step.kind = *lockstep::protocol::value_named<lockstep::protocol::step_kind>("store");
  trace_access access;
  access.space = *lockstep::protocol::value_named<lockstep::protocol::memory_space>("global");
  access.type = *lockstep::protocol::value_named<lockstep::protocol::value_type>("s32");
  access.bytes = 4;
  access.lanes = 0xf;
  access.allocation = 5;
  access.addresses.resize(32);
  access.values.resize(32);
  for (unsigned lane = 0; lane < 4; ++lane) {
    access.addresses[lane] = 8 + 4 * (first + lane);
    access.values[lane] = value + lane;
  }
  step.accesses.push_back(access);
  return step;
}

traced_launch launch_with(std::vector<trace_step> steps) {
  traced_launch launch;
  launch.end.emplace();
  launch.end->arrays.push_back({5, 64, "", {{1, 8}}});
  launch.warps.push_back({{3, 0, 0}, 2, 0xf, std::move(steps)});
  return launch;
}

}  // namespace

TEST_SUITE_BEGIN("wrong element");

TEST_CASE("a failed case tells of an element") {
  const auto wrong = wrong_element_of(
      failed_with("a.cu:3: the comparison is to blame\nN = 31: out: element 5: expected -2, got 7 "
                  "(and 3 more of 31)"));
  REQUIRE(wrong);
  CHECK(wrong->array == "out");
  CHECK(wrong->index == 5);
  CHECK(wrong->expected == "-2");
  CHECK(wrong->got == "7");
  CHECK_FALSE(wrong_element_of(failed_with("N = 31: expected 5, got 7")));
  const auto of_matrix =
      wrong_element_of(failed_with("c: row 2, column 1 (element 17): expected 3, got 4"));
  REQUIRE(of_matrix);
  CHECK(of_matrix->array == "c");
  CHECK(of_matrix->index == 17);
}

TEST_CASE("the last store to the element wrote it, in the launch in which it leaves the value") {
  traced_run run;
  run.launches.push_back(launch_with({store(4, 10, 4, 10), store(9, 20, 5, 90)}));
  run.launches.push_back(launch_with({store(4, 30, 0, 90), store(9, 40, 4, 10)}));
  const auto by = writer_of({"out", "0", "11", 5}, run);
  REQUIRE(by);
  CHECK(by->launch == 1);
  CHECK(by->block[0] == 3);
  CHECK(by->warp == 2);
  CHECK(by->step == 9);
  CHECK(by->lane == 1);
}

TEST_CASE("what no store leaves was written by nobody") {
  traced_run run;
  run.launches.push_back(launch_with({store(4, 10, 4, 10)}));
  CHECK_FALSE(writer_of({"out", "0", "12", 5}, run));
  CHECK_FALSE(writer_of({"out", "0", "11", 9}, run));
}

TEST_CASE("a launch that stores nothing to an element leaves it as it was") {
  traced_run run;
  run.launches.push_back(launch_with({store(4, 10, 4, 10)}));
  run.launches.push_back(launch_with({store(4, 20, 0, 10)}));
  for (traced_launch& launch : run.launches) launch.begin.traced = true;
  CHECK(launch_without_store({"out", "0", "12", 5}, run) == 1u);
  CHECK(launch_without_store({"out", "0", "12", 1}, run) == 0u);
  run.launches.pop_back();
  CHECK_FALSE(launch_without_store({"out", "0", "12", 5}, run));
}

TEST_CASE("a second process counts its launches from 1, and a trace goes on") {
  report seen;
  lockstep::protocol::trace_launch begin;
  for (const unsigned number : {1u, 2u, 1u}) {
    begin.launch = number;
    seen.trace.push_back("{\"type\":\"trace_launch\"," + members_of(begin).substr(1));
  }
  const traced_run run = traced(seen, {});
  REQUIRE(run.launches.size() == 3);
  CHECK(run.launches[2].begin.launch == 3);
}

TEST_SUITE_END();
