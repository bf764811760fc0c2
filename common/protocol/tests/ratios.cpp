#include <doctest/doctest.h>
#include <lockstep/protocol/ratios.hpp>

using namespace lockstep;

TEST_CASE("efficiencies are bytes asked for over bytes moved") {
  counters c{};
  c.global_load_sectors = 4;
  c.global_load_data_bytes = 32;  // 8 of 32 lanes' words used
  c.global_store_sectors = 1;
  c.global_store_data_bytes = 32;
  CHECK(global_load_efficiency(c) == 25.0);
  CHECK(global_store_efficiency(c) == 100.0);
}

TEST_CASE("branch efficiency counts targets: 10 with 2 divergent are 80 %") {
  counters c{};
  c.branch_targets = 10;
  c.divergent_branch_targets = 2;
  CHECK(branch_efficiency(c) == 80.0);
}

TEST_CASE("averages per warp, per request and per instruction") {
  counters c{};
  c.warps = 4;
  c.warp_instructions = 100;
  c.thread_instructions = 1600;
  c.global_load_requests = 2;
  c.global_load_sectors = 8;
  c.global_store_requests = 4;
  c.global_store_sectors = 4;
  CHECK(instructions_per_warp(c) == 25.0);
  CHECK(active_lanes_per_instruction(c) == 16.0);
  CHECK(sectors_per_load_request(c) == 4.0);
  CHECK(sectors_per_store_request(c) == 1.0);
}

TEST_CASE("conflicts of loads and stores add up") {
  counters c{};
  c.shared_load_conflicts = 3;
  c.shared_store_conflicts = 4;
  CHECK(shared_conflicts(c) == 7);
}

TEST_CASE("what did not happen has no average") {
  const counters none{};
  CHECK_FALSE(branch_efficiency(none).has_value());
  CHECK_FALSE(instructions_per_warp(none).has_value());
  CHECK_FALSE(active_lanes_per_instruction(none).has_value());
  CHECK_FALSE(global_load_efficiency(none).has_value());
  CHECK_FALSE(global_store_efficiency(none).has_value());
  CHECK_FALSE(sectors_per_load_request(none).has_value());
  CHECK_FALSE(sectors_per_store_request(none).has_value());
}
