// Records as graders and back ends write them, whole and damaged.
#include "records/records.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace lockstep::tutor;

TEST_CASE("a grader's records") {
  const auto records = parse_grader_records(
      R"({"type":"begin","exercise":"05_reduction/ragged","seed":1,"backend":"emulator"}
{"type":"trial","suite":"results","name":"right","trial":"N = 1"}
{"type":"case","suite":"results","name":"right","passed":false,"failures":[{"message":"m","file":"f.cpp","line":4}]}
{"type":"case","suite":"properties","name":"p","passed":false,"failures":[],"undecided":"not yet"}
{"type":"trial","suite":"results","name":"more","trial":"N = 7"}
{"type":"end","nonce":"n","passed":false,"cases":2,"failed":1}
)");
  CHECK(records.exercise == "05_reduction/ragged");
  CHECK(records.malformed == 0);
  REQUIRE(records.cases.size() == 2);
  CHECK(records.cases[0].failed());
  REQUIRE(records.cases[0].failures.size() == 1);
  CHECK(records.cases[0].failures[0].line == 4);
  CHECK_FALSE(records.cases[1].failed());
  CHECK(records.last_trial == "N = 7");
  REQUIRE(records.ends.size() == 1);
  CHECK(records.ends[0].nonce == "n");
  CHECK(records.ends[0].cases == 2);
}

TEST_CASE("what is no record is counted, and what is half a record does no harm") {
  const auto records = parse_grader_records(
      "hello\n[1]\n{\"type\":\"case\",\"passed\":\"yes\",\"failures\":[3]}\n{\"type\":\"end\","
      "\"cas");
  CHECK(records.malformed == 3);
  REQUIRE(records.cases.size() == 1);
  CHECK_FALSE(records.cases[0].passed);
  CHECK(records.ends.empty());
}

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
  CHECK(found.other->kind == "write");
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

TEST_CASE("of a property's measurements the one nearest to its bound is kept") {
  const auto measured = [](const char* relation, double bound, double value) {
    return fmt::format(
        R"({{"type":"measured","suite":"properties","name":"few","what":"loads","relation":"{}","bound":{},"measured":{}}})",
        relation, bound, value);
  };
  const auto nearest = [&](const char* relation, double bound, double one, double other) {
    const auto records = parse_grader_records(measured(relation, bound, one) + "\n" +
                                              measured(relation, bound, other) + "\n");
    REQUIRE(records.measurements.size() == 1);
    CHECK(records.malformed == 0);
    return records.measurements[0];
  };
  CHECK(nearest("at most", 4, 3, 1).measured == 3);
  CHECK(nearest("at least", 4, 5, 9).measured == 5);
  CHECK(nearest("exactly", 4, 4, 3).measured == 3);
  CHECK(nearest("at most", 0, 0, 2).margin() == -2);
  CHECK(nearest("at most", 4, 3, 1).holds());
  CHECK_FALSE(nearest("at least", 4, 3, 9).holds());
}

TEST_CASE("times on a GPU") {
  const auto records = parse_grader_records(
      R"({"type":"time","suite":"time","name":"N = 2^24","milliseconds":0.5,"bytes":1e9,"peak_gigabytes_per_second":4000})");
  REQUIRE(records.times.size() == 1);
  CHECK(records.times[0].what == "N = 2^24");
  CHECK(records.times[0].gigabytes_per_second() == doctest::Approx(2000));
  CHECK(records.times[0].rival.empty());
}

TEST_CASE("a time beside a rival's") {
  const auto records = parse_grader_records(
      R"({"type":"time","suite":"time","name":"n","milliseconds":0.5,"rival":"r","rival_milliseconds":0.75})");
  REQUIRE(records.times.size() == 1);
  CHECK(records.times[0].rival == "r");
  CHECK(records.times[0].rival_milliseconds == 0.75);
}
