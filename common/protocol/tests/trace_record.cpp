// The records of a traced run, written and read.
#include "lockstep/protocol/trace_record.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "lockstep/protocol/report.hpp"

using namespace lockstep::protocol;
using nlohmann::json;

namespace {

trace_step load() {
  trace_step step;
  step.launch = 2;
  step.block = {1, 0, 0};
  step.warp = 3;
  step.step = 4;
  step.at = 9;
  step.kind = step_kind::load;
  step.op = "ld.global.u32";
  step.file = "sum.cu";
  step.line = 12;
  step.active = 7;
  step.executing = 3;
  step.met = {3, 4};
  trace_access access;
  access.space = memory_space::global;
  access.lanes = 3;
  access.bytes = 4;
  access.addresses.assign(lanes_per_warp, std::nullopt);
  access.addresses[0] = -4;
  access.addresses[1] = 0;
  access.allocation = 6;
  access.sectors = 1;
  step.accesses = {access};
  return step;
}

template <class Record>
std::optional<Record> again(const char* type, const Record& record) {
  const auto read = parse_trace_record(record_line(type, members_of(record)));
  const Record* same = read ? std::get_if<Record>(&*read) : nullptr;
  return same == nullptr ? std::nullopt : std::optional(*same);
}

}  // namespace

TEST_SUITE_BEGIN("trace record");

TEST_CASE("the record of a step") {
  const json record = json::parse(members_of(load()));
  CHECK(record.at("launch") == 2);
  CHECK(record.at("block") == json({1, 0, 0}));
  CHECK(record.at("warp") == 3);
  CHECK(record.at("step") == 4);
  CHECK(record.at("kind") == "load");
  CHECK(record.at("line") == 12);
  CHECK(record.at("executing") == 3);
  CHECK(record.at("met") == json({3, 4}));
  const json& access = record.at("accesses").at(0);
  CHECK(access.at("addresses").at(0) == -4);
  CHECK(access.at("addresses").at(2).is_null());
  CHECK(access.at("addresses").size() == 32);
  CHECK(access.at("allocation") == 6);
  CHECK(access.at("sectors") == 1);
  CHECK_FALSE(access.contains("conflicts"));
  CHECK_FALSE(record.contains("split"));
}

TEST_CASE("lanes that execute are named only where not all do") {
  trace_step step = load();
  step.executing = step.active;
  CHECK_FALSE(json::parse(members_of(step)).contains("executing"));
  CHECK(again(trace_step_type, step)->executing == step.active);
}

TEST_CASE("what is written is read as it was") {
  CHECK(again(trace_step_type, load()) == load());
  trace_launch launch;
  launch.launch = 3;
  launch.kernel = "child()";
  launch.traced = true;
  launch.by = device_launch{1, {0, 0, 0}, {5, 0, 0}, device_stream::tail, "tree.cu", 8};
  CHECK(again(trace_launch_type, launch) == launch);
  launch.by.reset();
  CHECK(again(trace_launch_type, launch) == launch);
  CHECK(again(trace_end_type, trace_end{3, 20, {}, 0}) == trace_end{3, 20, {}, 0});
  const trace_end stopped{3, 20, finding_kind::trap, 8};
  CHECK(again(trace_end_type, stopped) == stopped);
}

TEST_CASE("a space is named as traces name it") {
  trace_step step = load();
  step.accesses[0].space = memory_space::parameter;
  CHECK(json::parse(members_of(step)).at("accesses").at(0).at("space") == "parameter");
  CHECK(again(trace_step_type, step) == step);
}

TEST_CASE("a damaged record is none, or what can be read of it") {
  CHECK_FALSE(parse_trace_record("{\"type\":\"trace_step\""));
  CHECK_FALSE(parse_trace_record(R"({"type":"trace_step","step":1})"));
  CHECK_FALSE(parse_trace_record(R"({"type":"launch"})"));
  const auto launch = parse_trace_record(R"({"type":"trace_launch","launch":2,"by":{"launch":1}})");
  REQUIRE(launch);
  CHECK(std::get<trace_launch>(*launch).launch == 2);
  CHECK_FALSE(std::get<trace_launch>(*launch).by);
}

TEST_SUITE_END();
