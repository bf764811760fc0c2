// The records of a back end: as they are written, whole and damaged.
#include "lockstep/protocol/report.hpp"

#include <doctest/doctest.h>

#include "lockstep/protocol/finding_record.hpp"

using namespace lockstep::protocol;

TEST_SUITE_BEGIN("report");

TEST_CASE("a back end's records") {
  const auto seen = parse_report(
      R"({"type":"start","backend":"emulator","device":"h200"}
{"type":"finding","kind":"race","severity":"error","space":"shared","kernel":"k","block":[1,2,3],"thread":[4,5,6],"access":"read","file":"a.cu","line":41,"other":{"block":[0,0,0],"thread":[35,0,0],"access":"write","file":"a.cu","line":38},"address":"0x1f","count":512,"message":"m","advice":"a"}
{"type":"refusal","message":"no","reason":"no_ptx","kernel":""}
{"type":"launch","kernel":"k","counters":{"warps":1}}
half a line)");
  CHECK(seen.started);
  CHECK(seen.device == "h200");
  REQUIRE(seen.findings.size() == 1);
  const auto& found = seen.findings[0];
  CHECK(found.where.block[2] == 3);
  CHECK(found.where.line == 41);
  REQUIRE(found.other);
  CHECK(found.other->kind == access_kind::write);
  CHECK(found.address == 0x1f);
  CHECK(found.count == 512);
  CHECK(seen.refusals.size() == 1);
  CHECK(seen.launches.size() == 1);
}

TEST_CASE("the other side of a race may be a call of the host") {
  const auto seen = parse_report(
      R"({"type":"finding","kind":"race","message":"m","other":{"access":"write","call":"cudaMemset"}})");
  REQUIRE(seen.findings.at(0).other);
  CHECK(seen.findings[0].other->call == "cudaMemset");
}

TEST_CASE("an unknown source line is null") {
  const auto seen = parse_report(
      R"({"type":"finding","kind":"api_error","file":"","line":null,"other":null,"message":"m"})");
  REQUIRE(seen.findings.size() == 1);
  CHECK(seen.findings[0].where.line == 0);
  CHECK_FALSE(seen.findings[0].other);
}

TEST_CASE("what is written is read as it was") {
  finding found;
  found.kind = finding_kind::leak;
  found.message = "4 bytes were never freed";
  found.why = "They are lost.";
  found.advice = "free them";
  const refusal refused{"no PTX", refusal_reason::no_ptx, "sum(int*)"};
  const auto seen = parse_report(
      record_line("start", start_members("emulator", "h200")) +
      record_line("finding", members_of(found)) + record_line("refusal", members_of(refused)) +
      record_line("kernel", kernel_members("sum(int*)", true)) + record_line("nothing", "{}"));
  CHECK(seen.started);
  CHECK(seen.backend == "emulator");
  CHECK(seen.device == "h200");
  CHECK(seen.findings == std::vector{found});
  CHECK(seen.refusals == std::vector{refused});
  CHECK(seen.kernels.count("sum(int*)") == 1);
  CHECK(seen.locking == std::set<std::string>{"sum(int*)"});
}

TEST_CASE("a finding that was met 0 times is reported once more, and left out") {
  CHECK(parse_report(R"({"type":"finding","kind":"race","count":0})").findings.empty());
}

TEST_CASE("an estimate that was withdrawn is a refusal; other launches keep theirs") {
  const std::string launches = R"({"type":"launch","estimate":{"device":"h200","microseconds":4}}
{"type":"launch","estimate":{"device":"h200","microseconds":5}}
)";
  const auto seen = parse_report(launches + record_line("overlap", overlap_members(1, "why")) +
                                 record_line("overlap", overlap_members(9, "of no launch")));
  REQUIRE(seen.launches.size() == 2);
  CHECK(seen.launches[0].find(R"("microseconds":4)") != std::string::npos);
  CHECK(seen.launches[1].find(R"("estimate":{"refused":"why","device":"h200"})") !=
        std::string::npos);
}

TEST_CASE("a reason that is not known keeps its name, and concerns the whole program") {
  const auto seen = parse_report(R"({"type":"refusal","message":"m","reason":"no_power"})");
  REQUIRE(seen.refusals.size() == 1);
  CHECK(seen.refusals[0].reason.name() == "no_power");
  CHECK(seen.refusals[0].of_the_whole_program());
}

TEST_SUITE_END();
