// Counters by name, and added up.
#include <doctest/doctest.h>

#include <lockstep/protocol/counters.hpp>
#include <set>

using namespace lockstep;

TEST_SUITE_BEGIN("counters");

TEST_CASE("each counter has a name and a member of its own") {
  counters c{};
  std::set<std::string> names;
  for (const auto& [name, member] : counter_names) {
    CHECK(names.insert(name).second);
    CHECK(c.*member == 0);
    c.*member = 1;
  }
}

TEST_CASE("sums are made counter by counter") {
  counters a{}, b{};
  a.warps = 1;
  b.warps = 2;
  b.global_store_data_bytes = 5;
  const counters sum = a + b;
  CHECK(sum.warps == 3);
  CHECK(sum.global_store_data_bytes == 5);
  CHECK(sum.branches == 0);
}

TEST_SUITE_END();
