// A warp's steps as rows of a table.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "trace/perfetto.hpp"
#include "trace/rows.hpp"

namespace {

using namespace lockstep::tutor;
using lockstep::protocol::memory_space;
using lockstep::protocol::step_kind;
using lockstep::protocol::trace_step;

trace_step step(unsigned number, unsigned line, std::uint32_t active,
                step_kind kind = step_kind::other) {
  trace_step made;
  made.step = number;
  made.kind = kind;
  made.file = "a.cu";
  made.line = line;
  made.active = made.executing = active;
  return made;
}

std::vector<trace_row> rows(std::vector<trace_step> steps, std::uint32_t lanes = ~0u) {
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
  const auto got = rows({step(1, 5, 0xf, step_kind::exit), step(2, 6, 0xf0)}, 0xff);
  CHECK(got[0].mask == "####....                        ");
  CHECK(got[1].mask == "    ####                        ");
}

TEST_CASE("a row ends where lanes part or wait, and begins where they meet") {
  auto part = step(1, 5, ~0u, step_kind::branch);
  part.split = {0xffffu, 0xffff0000u};
  auto meet = step(3, 5, ~0u);
  meet.met = {0xffffu, 0xffff0000u};
  const auto got = rows({part, step(2, 5, ~0u), meet, step(4, 5, ~0u, step_kind::barrier),
                         step(5, 5, ~0u, step_kind::leave), step(6, 5, ~0u)});
  REQUIRE(got.size() == 4);
  CHECK(got[0].what() == "splits 16 | 16");
  CHECK(got[2].what() == "meet 16 + 16, arrive at the barrier");
  CHECK(got[3].steps() == "5-6");
}

TEST_CASE("accesses in words") {
  auto load = step(1, 5, 0xff, step_kind::load);
  auto& access = load.accesses.emplace_back();
  access.space = memory_space::shared;
  access.lanes = 0xf;
  access.bytes = 4;
  access.conflicts = 3;
  CHECK(rows({load})[0].what() == "load shared 4 B by 4 lanes: 3 bank conflicts");
  load.accesses[0].space = memory_space::parameter;
  load.accesses[0].lanes = 0xff;
  load.accesses[0].conflicts.reset();
  CHECK(rows({load})[0].what() == "load parameter 4 B");
}

TEST_CASE("of a timeline the launches that are asked for are kept, and torn lines dropped") {
  const auto process = [](int launch, const char* kernel, int cut_at) {
    const nlohmann::ordered_json about = {{"kernel", kernel}, {"cut_at", cut_at}};
    return nlohmann::ordered_json{
               {"ph", "M"}, {"name", "process_name"}, {"pid", launch}, {"args", about}}
               .dump() +
           "\n";
  };
  const auto counter = [](int launch) {
    return nlohmann::ordered_json{{"ph", "C"}, {"name", "loads in flight"}, {"pid", launch}}.dump();
  };
  const std::string events = process(1, "a(int)", 0) + process(2, "b(int)", 7) + counter(1) + "\n" +
                             counter(2).substr(0, 10);
  const auto numbers = *lockstep::protocol::number_set::parse("1-8");
  const auto all = perfetto_from(events, std::regex(""), numbers);
  CHECK(all.launches == 2);
  CHECK(all.is_cut);
  const auto one = perfetto_from(events, std::regex("^a"), numbers);
  CHECK(one.launches == 1);
  CHECK_FALSE(one.is_cut);
  CHECK(nlohmann::ordered_json::parse(one.json)["traceEvents"].size() == 2);
  CHECK(perfetto_from(events, std::regex("c"), numbers).launches == 0);
}
