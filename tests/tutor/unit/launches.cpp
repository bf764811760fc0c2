// Launch records as a profile: derived values and the table.
#include "launches.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace lockstep::tutor;

namespace {

report one_launch() {
  report seen;
  seen.backend = "emulator";
  seen.device = "h200";
  seen.launches = {
      R"json({"type":"launch","kernel":"void sum<512>(int*, int)","grid":[64,1,1],"block":[512,1,1],"theoretical_occupancy":0.5,
          "counters":{"warps":4,"warp_instructions":100,"thread_instructions":1600,"branch_targets":10,"divergent_branch_targets":2,
          "global_load_requests":2,"global_load_sectors":8,"global_load_bytes":128,"global_store_sectors":0,"shared_load_conflicts":3,"shared_store_conflicts":4}})json"};
  return seen;
}

}  // namespace

TEST_CASE("derived values follow from the counters; one that does not exist is null") {
  const auto profile = profile_json(one_launch());
  CHECK(profile.at("device") == "h200");
  const auto& launch = profile.at("launches").at(0);
  CHECK_FALSE(launch.contains("type"));
  const auto& derived = launch.at("derived");
  CHECK(derived.at("branch_efficiency") == 80.0);
  CHECK(derived.at("instructions_per_warp") == 25.0);
  CHECK(derived.at("active_lanes_per_instruction") == 16.0);
  CHECK(derived.at("global_load_efficiency") == 50.0);
  CHECK(derived.at("sectors_per_load_request") == 4.0);
  CHECK(derived.at("global_store_efficiency").is_null());
}

TEST_CASE("the table has one row for a kernel and shape, with the sums of its launches") {
  report seen = one_launch();
  seen.launches.push_back(seen.launches[0]);
  const std::string table = profile_table(profile_json(seen), {});
  CHECK(table.find("sum<512>  ") != std::string::npos);
  CHECK(table.find("void") == std::string::npos);
  CHECK(table.find("sum<512>", table.find("sum<512>") + 1) == std::string::npos);
  CHECK(table.find(" 14\n") != std::string::npos);  // 2 launches of 3 + 4 conflicts
}

TEST_CASE("a kernel without branches has no branch efficiency") {
  report seen = one_launch();
  seen.launches = {R"({"kernel":"k","grid":[1,1,1],"block":[1,1,1],"counters":{"warps":1}})"};
  CHECK(profile_table(profile_json(seen), {}).find("no branches") != std::string::npos);
}
