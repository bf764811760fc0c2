#include "cudart/observations/launch_record.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <nlohmann/json.hpp>

using lockstep::cudart::launch_record;
using lockstep::cudart::occupancy_result;
using nlohmann::json;

namespace {

lockstep_launch one_launch() {
  lockstep_launch launch{};
  launch.grid[0] = 4;
  launch.grid[1] = launch.grid[2] = 1;
  launch.block[0] = 64;
  launch.block[1] = launch.block[2] = 1;
  launch.registers = 16;
  launch.shared_bytes = 256;
  std::strcpy(launch.kernel, "sum(int*)");
  launch.counters.warps = 8;
  launch.counters.warp_instructions = 80;
  launch.counters.thread_instructions = 1280;
  launch.counters.branch_targets = 10;
  launch.counters.divergent_branch_targets = 2;
  launch.counters.global_load_sectors = 8;
  launch.counters.global_load_data_bytes = 64;
  return launch;
}

json record_of(const lockstep_launch& launch) {
  return json::parse(launch_record(launch, occupancy_result{8, 0.25, "warps"}, {}, {}));
}

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
  lockstep_launch launch = one_launch();
  launch.counters = {};
  const json derived = record_of(launch)["derived"];
  for (const auto& [name, value] : derived.items()) CHECK_MESSAGE(value.is_null(), name);
}

TEST_CASE("an occupancy that is not known is null") {
  const json record = json::parse(launch_record(one_launch(), {}, {}, {}));
  CHECK(record["theoretical_occupancy"].is_null());
  CHECK(record["occupancy_limiter"].is_null());
}

TEST_CASE("a launch from a kernel names the launch that made it") {
  CHECK(json::parse(launch_record(one_launch(), {}, 3, {}))["parent"] == 3);
}

TEST_CASE("lines carry their own counts") {
  lockstep::simt::line_counters at;
  at.file = "sum.cu";
  at.line = 7;
  at.global_load_sectors = 5;
  const json record = json::parse(launch_record(one_launch(), {}, {}, {at}));
  REQUIRE(record["lines"].size() == 1);
  CHECK(record["lines"][0]["file"] == "sum.cu");
  CHECK(record["lines"][0]["line"] == 7);
  CHECK(record["lines"][0]["global_load_sectors"] == 5);
}

TEST_SUITE_END();
