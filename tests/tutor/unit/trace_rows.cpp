// A warp's steps as rows of a table.
#include <doctest/doctest.h>

#include "trace/rows.hpp"

namespace {

using namespace lockstep::tutor;
using nlohmann::ordered_json;

ordered_json step(unsigned number, unsigned line, std::uint32_t active,
                  const char* kind = "other") {
  return {{"step", number}, {"kind", kind}, {"file", "a.cu"}, {"line", line}, {"active", active}};
}

std::vector<trace_row> rows(std::vector<ordered_json> steps, std::uint32_t lanes = ~0u) {
  return rows_of({{}, 0, lanes, std::move(steps)});
}

}  // namespace

TEST_CASE("steps of one line by the same lanes are one row") {
  const auto got = rows({step(1, 5, ~0u), step(2, 5, ~0u), step(3, 6, ~0u), step(4, 6, 1)});
  REQUIRE(got.size() == 3);
  CHECK(got[0].steps() == "1-2");
  CHECK(got[1].steps() == "3");
  CHECK(got[2].mask == "#...............................");
}

TEST_CASE("lanes that do not exist or have left are blank") {
  const auto got = rows({step(1, 5, 0xf, "exit"), step(2, 6, 0xf0)}, 0xff);
  CHECK(got[0].mask == "####....                        ");
  CHECK(got[1].mask == "    ####                        ");
}

TEST_CASE("a row ends where lanes part or wait, and begins where they meet") {
  auto part = step(1, 5, ~0u, "branch");
  part["split"] = {0xffffu, 0xffff0000u};
  auto meet = step(3, 5, ~0u);
  meet["met"] = {0xffffu, 0xffff0000u};
  const auto got = rows({part, step(2, 5, ~0u), meet, step(4, 5, ~0u, "barrier"),
                         step(5, 5, ~0u, "leave"), step(6, 5, ~0u)});
  REQUIRE(got.size() == 4);
  CHECK(got[0].what() == "splits 16 | 16");
  CHECK(got[2].what() == "meet 16 + 16, arrive at the barrier");
  CHECK(got[3].steps() == "5-6");
}

TEST_CASE("accesses in words") {
  auto one = step(1, 5, 0xff, "load");
  one["accesses"] = {{{"space", "shared"}, {"lanes", 0xf}, {"bytes", 4}, {"conflicts", 3}}};
  CHECK(rows({one})[0].what() == "load shared 4 B by 4 lanes: 3 bank conflicts");
}

TEST_CASE("a damaged record is no step") {
  CHECK(rows({ordered_json{{"step", 1}}, step(2, 5, ~0u)}).size() == 1);
}
