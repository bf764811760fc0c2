// The records of a traced run, written and read.
#include "lockstep/protocol/trace_record.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "lockstep/protocol/report.hpp"

using namespace lockstep::protocol;
using json = nlohmann::ordered_json;

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

TEST_CASE("values are numbers, by lane, and lists of them for vectors") {
  trace_step step = load();
  trace_access& access = step.accesses[0];
  access.type = value_type::f32;
  access.values.assign(lanes_per_warp, std::nullopt);
  access.values[0] = 0x3dcccccd;
  access.values[1] = 0x7fc00000;
  const json written = json::parse(members_of(step)).at("accesses").at(0);
  CHECK(written.at("type") == "f32");
  CHECK(written.at("values").at(0) == 0.1);
  CHECK(written.at("values").at(1) == "nan");
  CHECK(written.at("values").at(2).is_null());
  CHECK(again(trace_step_type, step) == step);
  access.type = value_type::s32;
  access.elements = 2;
  access.values.assign(2 * lanes_per_warp, std::nullopt);
  access.values[0] = 0xffffffff;
  access.values[1] = 7;
  CHECK(json::parse(members_of(step)).at("accesses").at(0).at("values").at(0) == json({-1, 7}));
}

TEST_CASE("a record holds what an atomic operation found and its operand") {
  trace_step step = load();
  step.kind = step_kind::atomic;
  trace_access& access = step.accesses[0];
  access.type = value_type::u32;
  access.values.assign(lanes_per_warp, std::nullopt);
  access.values[0] = 1;
  access.found = access.values;
  access.found[0] = 41;
  CHECK(json::parse(members_of(step)).at("accesses").at(0).at("found").at(0) == 41);
  CHECK(again(trace_step_type, step) == step);
}

TEST_CASE("the end of a launch names its arrays") {
  trace_end end;
  end.launch = 2;
  end.arrays = {{6, 4096, "", {{0, 0}, {1, 512}}}, {7, 64, "table", {}}};
  end.shared = {{"tile", 0, 1024}};
  const json written = json::parse(members_of(end));
  CHECK(written.at("arrays").at(0).at("parameters").at(1) ==
        json({{"number", 1}, {"offset", 512}}));
  CHECK(written.at("arrays").at(1).at("name") == "table");
  CHECK(written.at("shared") == json({{{"name", "tile"}, {"offset", 0}, {"bytes", 1024}}}));
  CHECK(again(trace_end_type, end) == end);
}

TEST_CASE("what is written is read as it was") {
  CHECK(again(trace_step_type, load()) == load());
  trace_step shuffle = load();
  shuffle.accesses.clear();
  shuffle.exchange = trace_exchange{3, 1, value_type::s32, {5, 7}, {7, 7}};
  CHECK(again(trace_step_type, shuffle) == shuffle);
  trace_launch launch;
  launch.launch = 3;
  launch.kernel = "child()";
  launch.traced = true;
  launch.by = device_launch{1, {0, 0, 0}, {5, 0, 0}, device_stream::tail, "tree.cu", 8};
  CHECK(again(trace_launch_type, launch) == launch);
  launch.by.reset();
  launch.cluster = {2, 1, 1};
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
