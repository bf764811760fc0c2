// The record of a counted launch, written and read.
#include "lockstep/protocol/launch_record.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace lockstep::protocol;
using json = nlohmann::ordered_json;

namespace {

counted_launch one_launch() {
  counted_launch launch;
  launch.kernel = "sum(int*)";
  launch.grid = {4, 1, 1};
  launch.block = {64, 1, 1};
  launch.registers = 16;
  launch.shared_bytes = 256;
  launch.theoretical_occupancy = 0.25;
  launch.occupancy_limiter = "warps";
  launch.counts.warps = 8;
  launch.counts.warp_instructions = 80;
  launch.counts.thread_instructions = 1280;
  launch.counts.branch_targets = 10;
  launch.counts.divergent_branch_targets = 2;
  launch.counts.global_load_sectors = 8;
  launch.counts.global_load_data_bytes = 64;
  return launch;
}

json record_of(const counted_launch& launch) { return json::parse(members_of(launch)); }

}  // namespace

TEST_SUITE_BEGIN("launch record");

TEST_CASE("a record says what was launched and how often things happened") {
  const json record = record_of(one_launch());
  CHECK(record["kernel"] == "sum(int*)");
  CHECK(record["grid"] == json({4, 1, 1}));
  CHECK(record["block"] == json({64, 1, 1}));
  CHECK(record["parent"].is_null());
  CHECK(record["registers"] == 16);
  CHECK(record["shared_bytes"] == 256);
  CHECK(record["theoretical_occupancy"] == 0.25);
  CHECK(record["occupancy_limiter"] == "warps");
  CHECK(record["counters"]["warps"] == 8);
  CHECK(record["counters"].size() == sizeof(lockstep_counters) / sizeof(std::uint64_t));
}

TEST_CASE("derived values follow from the counters") {
  const json derived = record_of(one_launch())["derived"];
  CHECK(derived["branch_efficiency"] == 80.0);  // 10 targets, 2 of them divergent
  CHECK(derived["instructions_per_warp"] == 10.0);
  CHECK(derived["active_lanes_per_instruction"] == 16.0);
  CHECK(derived["global_load_efficiency"] == 25.0);  // 64 bytes asked for, 8 * 32 moved
}

TEST_CASE("what does not exist is null, not 0") {
  counted_launch launch = one_launch();
  launch.counts = {};
  const json derived = record_of(launch)["derived"];
  CHECK(derived.size() == 5);
  for (const auto& [name, value] : derived.items()) CHECK_MESSAGE(value.is_null(), name);
}

TEST_CASE("an occupancy that is not known is null") {
  counted_launch launch = one_launch();
  launch.theoretical_occupancy.reset();
  CHECK(record_of(launch)["theoretical_occupancy"].is_null());
  CHECK(record_of(launch)["occupancy_limiter"].is_null());
}

TEST_CASE("what is written is read as it was") {
  counted_launch launch = one_launch();
  launch.parent = 3;
  launch.lines = {{"sum.cu", 7}, {"sum.cu", 9}};
  launch.lines[1].global_load_sectors = 5;
  const auto read = parse_launch(members_of(launch));
  REQUIRE(read);
  CHECK(read->parent == 3u);
  CHECK(read->theoretical_occupancy == 0.25);
  CHECK(read->occupancy_limiter == "warps");
  CHECK(read->lines.size() == 2);
  // Every member has its place in the text.
  CHECK(members_of(*read) == members_of(launch));
}

TEST_CASE("an estimate of time is read as it was written") {
  counted_launch launch = one_launch();
  CHECK_FALSE(record_of(launch).contains("estimate"));
  time_estimate& e = launch.estimate.emplace();
  e.device = "h200";
  e.microseconds = 97.54321;
  e.error_percent = 15;
  e.limited_by = "DRAM";
  e.stalls = {{"long_scoreboard", 80}, {"barrier", 20}};
  e.lines = {{"sum.cu", 7, 60, {{"long_scoreboard", 60}}}};
  e.what_if = {{"without barriers", 90}};
  const json record = record_of(launch)["estimate"];
  CHECK(record["microseconds"] == 97.54);
  CHECK(record["limited_by"] == "DRAM");
  CHECK_FALSE(record.contains("refused"));
  const auto read = parse_launch(members_of(launch));
  REQUIRE(read);
  REQUIRE(read->estimate);
  CHECK(members_of(*read) == members_of(launch));
}

TEST_CASE("an estimate that is refused says why, and nothing else") {
  counted_launch launch = one_launch();
  launch.estimate.emplace().refused = "its blocks form clusters";
  launch.estimate->device = "h200";
  CHECK(record_of(launch)["estimate"] ==
        json({{"refused", "its blocks form clusters"}, {"device", "h200"}}));
}

TEST_CASE("a damaged record counts as far as it can be read") {
  const auto read = parse_launch(R"({"kernel":"k","counters":{"warps":"many","branches":2}})");
  REQUIRE(read);
  CHECK(read->kernel == "k");
  CHECK(read->counts.warps == 0);
  CHECK(read->counts.branches == 2);
  CHECK_FALSE(read->theoretical_occupancy);
  CHECK_FALSE(parse_launch("{\"kernel\":"));
}

TEST_SUITE_END();
