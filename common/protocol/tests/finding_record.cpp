// Findings as JSON, written and read.
#include "lockstep/protocol/finding_record.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "overrun.hpp"

using namespace lockstep::protocol;

namespace {

finding race_of_two_kernels() {
  finding found = overrun();
  found.kind = finding_kind::race;
  found.severity = finding_severity::warning;
  found.where.header = "/usr/include/cub/cub.cuh";
  found.where.in_line = 7;
  found.other = {{0, 0, 0}, {1, 2, 3}, access_kind::free, "", 0, 0, "", 0, "other()", "cudaFree"};
  found.launch = {{2, 1, 1}, {256, 1, 1}};
  found.count = 9;
  found.launches = 2;
  found.stopped = true;
  found.went_on = true;
  found.in_step = true;
  return found;
}

finding again(const finding& found) {
  return finding_from(nlohmann::ordered_json::parse(members_of(found)));
}

}  // namespace

TEST_SUITE_BEGIN("finding record");

TEST_CASE("what is written is read as it was") {
  CHECK(again(overrun()) == overrun());
  CHECK(again(race_of_two_kernels()) == race_of_two_kernels());
  finding call = overrun();
  call.where.call = "cudaFree";
  call.where.function = "release";
  call.where.callers = {{"main.cu", 30}, {"main.cu", 12}};
  CHECK(again(call) == call);
}

TEST_CASE("every kind survives its record") {
  for (const auto& kind : known_kinds()) {
    finding found = overrun();
    found.kind = kind.kind;
    CHECK(again(found).kind == kind.kind);
  }
}

TEST_CASE("names that are not known here are kept, and are `other`") {
  nlohmann::ordered_json record = nlohmann::ordered_json::parse(members_of(overrun()));
  record["kind"] = "stack_smashing";
  record["space"] = "texture";
  record["access"] = "prefetch";
  const finding found = finding_from(record);
  CHECK(found.kind == finding_kind::other);
  CHECK(found.space == memory_space::other);
  CHECK(found.where.kind == access_kind::other);
  const auto written = nlohmann::ordered_json::parse(members_of(found));
  CHECK(written["kind"] == "stack_smashing");
  CHECK(written["space"] == "texture");
  CHECK(written["access"] == "prefetch");
}

TEST_CASE("the record has every field of check --json, on one line") {
  const std::string line = members_of(overrun());
  CHECK(line.find('\n') == std::string::npos);
  const auto object = nlohmann::ordered_json::parse(line);
  CHECK(object["kind"] == "out_of_bounds");
  CHECK(object["severity"] == "error");
  CHECK(object["block"] == nlohmann::ordered_json({3, 0, 0}));
  CHECK(object["thread"] == nlohmann::ordered_json({255, 0, 0}));
  CHECK(object["access"] == "read");
  CHECK(object["file"] == "missing.cu");
  CHECK(object["line"] == 41);
  CHECK(object["other"].is_null());
  CHECK(object["address"] == "0x7f0000001004");
  CHECK(object["count"] == 1);
  CHECK(object["column"] == 7);
  CHECK(object["launch"].is_null());
  CHECK(object["why"] == "Nobody owns them.");
}

TEST_CASE("what goes on growing can be left to the record") {
  const auto object = nlohmann::ordered_json::parse(members_without_counts(overrun()));
  CHECK(object.count("count") == 0);
  CHECK(object.count("launches") == 0);
  CHECK(object["kind"] == "out_of_bounds");
}

TEST_CASE(
    "a source line that is not known is null, and text that is not UTF-8 still makes a record") {
  finding found = overrun();
  found.where.line = 0;
  found.message = "\xff";
  const auto object = nlohmann::ordered_json::parse(members_of(found));
  CHECK(object["line"].is_null());
}

TEST_CASE("a message of several lines is one line in a record") {
  finding found = overrun();
  found.message = "kernel wait() can never go on\n   warp 0: 32 lanes wait at a.cu:3\n";
  CHECK(nlohmann::ordered_json::parse(members_of(found))["message"] ==
        "kernel wait() can never go on; warp 0: 32 lanes wait at a.cu:3");
}

TEST_SUITE_END();
