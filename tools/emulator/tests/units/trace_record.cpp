// From what the recorder reports to the records of a traced run.
#include <doctest/doctest.h>

#include "cudart/observations/trace_record.hpp"

namespace {

using namespace lockstep;

TEST_CASE("the record of a step") {
  const trace::instruction what{trace::kind::load, "ld.global.u32", "sum.cu", 12, ""};
  trace::step step;
  step.at = 9;
  step.number = 4;
  step.what = &what;
  step.active = 7;
  step.executing = 3;
  step.change.met = {3, 4};
  trace::access access;
  access.by = 3;
  access.bytes = 4;
  access.address[1] = 516;
  access.address[0] = 512;
  access.base = 512;
  access.allocation = 6;
  access.sectors = 1;
  access.type = protocol::value_type::s32;
  access.values.emplace_back()[1] = 42;
  step.accesses = {access};
  trace::grid grid;
  grid.number = 2;
  const protocol::trace_step record = cudart::trace_step_record(grid, {{1, 0, 0}, 3}, step);
  CHECK(record.launch == 2);
  CHECK(record.block == protocol::dimensions{1, 0, 0});
  CHECK(record.warp == 3);
  CHECK(record.step == 4);
  CHECK(record.kind == protocol::step_kind::load);
  CHECK(record.line == 12);
  CHECK(record.executing == 3);
  CHECK(record.met == std::vector<protocol::lane_mask>{3, 4});
  const protocol::trace_access& made = record.accesses.at(0);
  CHECK(made.addresses.size() == 32);
  CHECK(made.addresses.at(1) == 4);
  CHECK_FALSE(made.addresses.at(2));
  CHECK(made.allocation == 6u);
  CHECK(made.sectors == 1u);
  CHECK_FALSE(made.conflicts);
  CHECK(made.values.at(1) == 42u);
  CHECK_FALSE(made.values.at(2));
}

TEST_CASE("lanes that continue behind a barrier make a step of a kind of its own") {
  const trace::instruction what{trace::kind::barrier, "bar.sync", "sum.cu", 12, ""};
  trace::step step;
  step.what = &what;
  step.leaves_barrier = true;
  CHECK(cudart::trace_step_record({}, {}, step).kind == protocol::step_kind::leave);
}

TEST_CASE("the records of a launch by a kernel, and of its end") {
  trace::grid grid;
  grid.number = 3;
  grid.kernel = "child()";
  grid.cluster = {2, 1, 1};
  grid.by =
      protocol::device_launch{1, {0, 0, 0}, {5, 0, 0}, protocol::device_stream::tail, "tree.cu", 8};
  const protocol::trace_launch record = cudart::trace_launch_record(grid);
  CHECK(record.launch == 3);
  CHECK(record.kernel == "child()");
  CHECK(record.by == grid.by);
  CHECK(record.cluster == grid.cluster);
  const protocol::trace_end end =
      cudart::trace_end_record({3, 20, protocol::finding_kind::trap, 8});
  CHECK(end.stopped_by == protocol::finding_kind::trap);
  CHECK(end.steps_left_out == 8);
}

}  // namespace
