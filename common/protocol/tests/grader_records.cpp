// The records of graders: as they are written, whole and damaged.
#include "lockstep/protocol/grader_records.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace lockstep::protocol;

TEST_SUITE_BEGIN("grader records");

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

TEST_CASE("a time by the model is read as it was, and so is why there is none") {
  const modelled_timing timed{"N = 2^24", "h200", 25.5, 15, "DRAM", 1, "", "cub", 27};
  modelled_timing refused;
  refused.what = "N = 2^25";
  refused.device = "h200";
  refused.refused = "the kernel sleeps";
  const auto records = parse_grader_records(line_of(timed) + line_of(refused));
  CHECK(records.malformed == 0);
  REQUIRE(records.model_times.size() == 2);
  CHECK(records.times.empty());
  const modelled_timing& first = records.model_times[0];
  CHECK(first.what == timed.what);
  CHECK(first.device == "h200");
  CHECK(first.microseconds == 25.5);
  CHECK(first.error_percent == 15);
  CHECK(first.limited_by == "DRAM");
  CHECK(first.other_work == 1);
  CHECK(first.rival == "cub");
  CHECK(first.rival_microseconds == 27);
  CHECK(records.model_times[1].refused == refused.refused);
}

TEST_CASE("what is written is read as it was") {
  const case_record failed{"results",
                           "right",
                           false,
                           {{"wrong at 3", "ragged.cpp", 12, "ragged.cu", 5, "block_sums",
                             "printf puts", 2, "subscript"}},
                           ""};
  const case_record open{"properties", "few loads", false, {}, "wrong results"};
  const timing timed{"N = 2^24", 0.5, 1e9, 4000, "cub", 0.25};
  const auto records = parse_grader_records(
      line_of(begin_record{"05_reduction/ragged", 7, "emulator"}) + line_of(failed) +
      line_of(open) + line_of(measurement{"few loads", "loads", "at most", 4, 3}) + line_of(timed) +
      line_of(trial_record{"results", "more", "N = 31"}) +
      line_of(end_record{"nonce", false, 2, 1}));
  CHECK(records.malformed == 0);
  CHECK(records.exercise == "05_reduction/ragged");
  CHECK(records.last_trial == "N = 31");
  REQUIRE(records.cases.size() == 2);
  CHECK(records.cases[0].failed());
  CHECK(records.cases[0].name == failed.name);
  REQUIRE(records.cases[0].failures.size() == 1);
  CHECK(records.cases[0].failures[0].message == "wrong at 3");
  CHECK(records.cases[0].failures[0].file == "ragged.cpp");
  CHECK(records.cases[0].failures[0].line == 12);
  CHECK(records.cases[0].failures[0].cause_file == "ragged.cu");
  CHECK(records.cases[0].failures[0].cause_line == 5);
  CHECK(records.cases[0].failures[0].cause_launch == "block_sums");
  CHECK(records.cases[0].failures[0].cause_name == "printf puts");
  CHECK(records.cases[0].failures[0].cause_occurrence == 2);
  CHECK(records.cases[0].failures[0].cause_seen_from == "subscript");
  CHECK(records.cases[1].undecided == "wrong results");
  REQUIRE(records.measurements.size() == 1);
  CHECK(records.measurements[0].is_of_same_property({"few loads", "loads", "at most", 0, 0}));
  CHECK(records.measurements[0].measured == 3);
  REQUIRE(records.times.size() == 1);
  CHECK(records.times[0].peak_gigabytes_per_second == 4000);
  CHECK(records.times[0].rival == "cub");
  REQUIRE(records.ends.size() == 1);
  CHECK(records.ends[0].nonce == "nonce");
  CHECK(records.ends[0].failed == 1);
}

TEST_CASE("a record of a type that is not known is none") {
  CHECK(parse_grader_records("{\"type\":\"something\"}\n").malformed == 1);
}

TEST_SUITE_END();

TEST_CASE("a crash has a place in the program") {
  const auto records = parse_grader_records(
      "{\"type\":\"crash\",\"why\":\"division_by_zero\",\"frames\":[4660,22136]}\n");
  CHECK(records.malformed == 0);
  REQUIRE(records.crash);
  CHECK(records.crash->why == "division_by_zero");
  CHECK(records.crash->frames == std::vector<std::uint64_t>{4660, 22136});
}
