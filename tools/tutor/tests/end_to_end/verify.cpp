// Verdicts, from the file that the learner saved to what the terminal shows.
#include <doctest/doctest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "driver.hpp"

namespace {

using json = nlohmann::ordered_json;

outcome verify(const std::string& answer, const std::string& options = {}) {
  auto& course = fixture::instance();
  course.forget_progress();
  course.answer(answer);
  return course.tutor("verify square --seed 7 " + options);
}

struct expectation {
  const char* answer;
  int code;
  const char* status;
};

}  // namespace

TEST_CASE("what the learner reads") {
  // The compiler's own message is its own; the others are ours.
  const expectation expectations[] = {
      {"solution", 0, ""}, {"stub", 3, ""},   {"crashes", 2, ""},       {"exits", 2, ""},
      {"floods", 2, ""},   {"forges", 2, ""}, {"out_of_bounds", 6, ""}, {"races", 6, ""},
      {"slow", 7, ""},     {"warns", 3, ""},
  };
  for (const auto& expected : expectations) {
    CAPTURE(expected.answer);
    const outcome got = verify(expected.answer);
    CHECK(got.code == expected.code);
    CHECK(got.err.empty());
    check_golden(std::string("verify_") + expected.answer, got.out);
  }
}

TEST_CASE("what does not compile: the compiler's message with file and line in the first line") {
  const outcome got = verify("does_not_compile");
  CHECK(got.code == 1);
  CHECK(got.out.starts_with(
      "01_first/square: does not compile: exercises/01_first/square.cu:4: error: "));
  CHECK(got.out.find("FAILED") == std::string::npos);
  CHECK(got.out.find("ninja") == std::string::npos);
}

TEST_CASE("a file that was moved over an answer is graded, also if it is older") {
  CHECK(verify("solution").code == 0);
  auto& course = fixture::instance();
  REQUIRE(course
              .shell("cp tools/graders/wrong/01_first/square/wrong.cu older.cu && touch -d "
                     "2001-01-01 older.cu && mv older.cu exercises/01_first/square.cu")
              .code == 0);
  CHECK(course.tutor("verify square --seed 7").code == 3);
}

TEST_CASE("what never ends, in the host's code or a kernel's, is stopped") {
  for (const char* answer : {"host_loop", "device_loop"}) {
    CAPTURE(answer);
    const auto start = std::chrono::steady_clock::now();
    const outcome got = verify(answer, "--time-limit 1");
    CHECK(got.code == 4);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(6));
    check_golden(std::string("verify_") + answer, got.out);
  }
}

TEST_CASE("the same verdicts as JSON") {
  const expectation expectations[] = {
      {"solution", 0, "passed"},       {"does_not_compile", 1, "compile_error"},
      {"exits", 2, "crashed"},         {"stub", 3, "not_started"},
      {"out_of_bounds", 6, "finding"}, {"slow", 7, "property_missed"},
  };
  for (const auto& expected : expectations) {
    CAPTURE(expected.answer);
    const outcome got = verify(expected.answer, "--json");
    CHECK(got.code == expected.code);
    const json root = json::parse(got.out);
    CHECK(root.at("exit_code") == expected.code);
    CHECK(root.at("passed") == (expected.code == 0 ? 1 : 0));
    const json& one = root.at("exercises").at(0);
    CHECK(one.at("exercise") == "01_first/square");
    CHECK(one.at("status") == expected.status);
    CHECK(one.at("exit_code") == expected.code);
    CHECK(one.at("seed") == 7);
  }
}

TEST_CASE("a finding in JSON has its place, and all of its fields") {
  const json one = json::parse(verify("out_of_bounds", "--json").out).at("exercises").at(0);
  CHECK(one.at("file") == "exercises/01_first/square.cu");
  CHECK(one.at("line") == 5);
  CHECK(one.at("findings").at(0).at("kind") == "out_of_bounds");
  CHECK(one.at("findings").at(0).at("file") == "exercises/01_first/square.cu");
  CHECK(one.at("suites").at("results").at("total") == 1);
}

TEST_CASE("the compiler's warnings are there again when nothing had to be compiled") {
  const json first = json::parse(verify("warns", "--json").out).at("exercises").at(0);
  REQUIRE(first.at("warnings").size() == 1);
  CHECK(first.at("warnings").at(0).at("line") == 5);
  CHECK(first.at("warnings").at(0).at("likely_cause") == true);
  const json again = json::parse(fixture::instance().tutor("verify square --seed 7 --json").out);
  CHECK(again.at("exercises").at(0).at("warnings") == first.at("warnings"));
}

TEST_CASE("verify --all says of a stub what the grader says, besides the task") {
  const outcome got = verify("stub", "--all");
  CHECK(got.out.find("  Task       Make square() return n times n.\n") != std::string::npos);
  CHECK(got.out.find("Also wrong:\n  n = 2: expected 4, got 2\n") != std::string::npos);
}

TEST_CASE("nothing that the learner's shell sets changes the verdict") {
  auto& course = fixture::instance();
  course.answer("solution");
  CHECK(course.tutor("verify square", "LOCKSTEP_NONCE=x LOCKSTEP_CHECKS=none LOCKSTEP_RESULT_FD=1")
            .code == 0);
}

TEST_CASE("each verdict has a fresh seed, unless one is given") {
  auto& course = fixture::instance();
  course.answer("wrong");
  const json first = json::parse(course.tutor("verify square --json").out);
  const json second = json::parse(course.tutor("verify square --json").out);
  CHECK(first.at("exercises").at(0).at("seed") != second.at("exercises").at(0).at("seed"));
}

TEST_CASE("all exercises: one verdict each, and the code of the first that does not pass") {
  auto& course = fixture::instance();
  course.answer("stub");
  const outcome got = course.tutor("verify --all --json");
  const json root = json::parse(got.out);
  CHECK(root.at("total") == 2);
  CHECK(root.at("passed") == 1);
  CHECK(got.code == 3);
  CHECK(course.tutor("verify --chapter 1 --json").out.find("\"total\": 2") != std::string::npos);
}

TEST_CASE("Ctrl-C ends the tutor and the grader") {
  auto& course = fixture::instance();
  course.answer("host_loop");
  const outcome got = course.shell(
      "timeout --preserve-status --signal INT 2 \"$TUTOR\" verify square; code=$?; "
      "sleep 0.1; readlink /proc/[0-9]*/exe | grep -F \"$PWD/build/tools/graders\"; exit $code");
  CHECK(got.code == 130);
  CHECK(got.out.empty());
}
