// A traced step as the record that docs/interfaces.md describes.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cudart/observations/trace_record.hpp"

namespace {

using namespace lockstep;
using nlohmann::json;

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
  step.accesses = {access};
  trace::grid grid;
  grid.number = 2;
  const json record = json::parse(cudart::trace_step_record(grid, {{1, 0, 0}, 3}, step));
  CHECK(record.at("launch") == 2);
  CHECK(record.at("block") == json({1, 0, 0}));
  CHECK(record.at("warp") == 3);
  CHECK(record.at("step") == 4);
  CHECK(record.at("kind") == "load");
  CHECK(record.at("line") == 12);
  CHECK(record.at("executing") == 3);
  CHECK(record.at("met") == json({3, 4}));
  const json& one = record.at("accesses").at(0);
  CHECK(one.at("addresses").at(1) == 4);
  CHECK(one.at("addresses").at(2).is_null());
  CHECK(one.at("addresses").size() == 32);
  CHECK(one.at("allocation") == 6);
  CHECK(one.at("sectors") == 1);
  CHECK_FALSE(one.contains("conflicts"));
}

TEST_CASE("the records of a launch by a kernel, and of its end") {
  trace::grid grid;
  grid.number = 3;
  grid.kernel = "child()";
  grid.by = trace::asked{1, {0, 0, 0}, {5, 0, 0}, "tail", "tree.cu", 8};
  const json record = json::parse(cudart::trace_launch_record(grid));
  CHECK(record.at("by").at("launch") == 1);
  CHECK(record.at("by").at("thread") == json({5, 0, 0}));
  CHECK(record.at("by").at("stream") == "tail");
  CHECK(json::parse(cudart::trace_end_record({3, 20, "", 0})).at("stopped_by").is_null());
  CHECK(json::parse(cudart::trace_end_record({3, 20, "trap", 0})).at("stopped_by") == "trap");
}

}  // namespace
