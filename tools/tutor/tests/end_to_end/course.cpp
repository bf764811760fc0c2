// Finding one's way through the course: list, next, hint, progress, resuming.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "driver.hpp"

namespace {

using json = nlohmann::ordered_json;

fixture& fresh(const char* answer) {
  auto& course = fixture::instance();
  course.forget_progress();
  course.answer(answer);
  return course;
}

}  // namespace

TEST_CASE("the list shows what is solved, what was tried and what comes") {
  auto& course = fresh("wrong");
  course.tutor("verify square --seed 7");
  course.tutor("verify promise --seed 7");
  const outcome got = course.tutor("list");
  CHECK(got.code == 0);
  check_golden("list", got.out);
}

TEST_CASE("the list as JSON") {
  auto& course = fresh("stub");
  course.tutor("verify square --seed 7");
  const json root = json::parse(course.tutor("list --json").out);
  const json& one = root.at("chapters").at(0).at("exercises").at(0);
  CHECK(one.at("name") == "01_first/square");
  CHECK(one.at("passed") == false);
  CHECK(one.at("last_status") == "not_started");
  CHECK(one.at("attempts") == 0);
  course.answer("wrong");
  course.tutor("verify square --seed 7");
  const json after = json::parse(course.tutor("list --json").out);
  CHECK(after.at("chapters").at(0).at("exercises").at(0).at("attempts") == 1);
}

TEST_CASE("the next exercise moves on when one is solved") {
  auto& course = fresh("solution");
  const outcome before = course.tutor("next");
  check_golden("next", before.out);
  course.tutor("verify square");
  CHECK(course.tutor("next").out.starts_with("01_first/promise:"));
}

TEST_CASE("hints come one by one, and the last one stays") {
  auto& course = fresh("stub");
  CHECK(course.tutor("hint square").out ==
        "Hint 1 of 2\nWhat is n times n?\nRun it again for a more explicit hint.\n");
  CHECK(course.tutor("hint square").out == "Hint 2 of 2\nThere is an operator for it: *.\n");
  CHECK(course.tutor("hint square").out.starts_with("Hint 2 of 2"));
  CHECK(course.tutor("hint --all square").out.starts_with("Hint 1 of 2"));
}

TEST_CASE("without a command, on the first day: a welcome, and the task") {
  auto& course = fresh("stub");
  const outcome got = course.tutor("");
  CHECK(got.code == 3);
  check_golden("welcome", got.out);
}

TEST_CASE("without a command: progress, the next exercise, and its verdict") {
  auto& course = fresh("wrong");
  course.tutor("hint square");
  const outcome got = course.tutor("");
  CHECK(got.code == 3);
  CHECK(got.out.starts_with("0 of 2 exercises solved.\n\n01_first/square: A square in one step\n"));
  CHECK(got.out.find("wrong result: n = 2: expected 4, got 2") != std::string::npos);
}

TEST_CASE("a name that does not exist: near matches, and exit code 64") {
  auto& course = fresh("stub");
  struct mistake {
    const char *arguments, *message;
  };
  for (const auto& [arguments, message] :
       {mistake{"verify sqare", "Did you mean 01_first/square?"},
        mistake{"hint sqare", "Did you mean 01_first/square?"},
        mistake{"verfy square", "Did you mean verify?"},
        mistake{"run 01/dmo", "Did you mean demo?"}, mistake{"run 8", "The chapters are: 01_first"},
        mistake{"--sed 7 verify", "there is no option --sed"},
        mistake{"verify --time-limit -1", "--time-limit"},
        mistake{"profile", "profile needs a program"}}) {
    CAPTURE(arguments);
    const outcome got = course.tutor(arguments);
    CHECK(got.code == 64);
    CHECK_MESSAGE(got.err.find(message) != std::string::npos, got.err);
    CHECK(got.out.empty());
  }
}

TEST_CASE("help is an answer, not an error") {
  const outcome got = fixture::instance().tutor("verify --help");
  CHECK(got.code == 0);
  CHECK(got.out.find("--seed") != std::string::npos);
}

TEST_CASE("a damaged course or build folder: what is wrong, what to do, exit code 5") {
  auto& course = fresh("stub");
  struct damage {
    const char *before, *after, *arguments, *message;
  };
  for (const auto& [before, after, arguments, message] :
       {damage{"mv build away", "mv away build", "verify square", "no configured build directory"},
        damage{"mv build/build.ninja away", "mv away build/build.ninja", "verify square",
               "no configured build directory"},
        damage{"mv course.toml away", "mv away course.toml", "list",
               "there is no COURSE/course.toml"},
        damage{"mv exercises/01_first/square.cu away", "mv away exercises/01_first/square.cu",
               "verify square", "./lockstep reset 01_first/square"}}) {
    CAPTURE(message);
    course.shell(before);
    const outcome got = course.tutor(arguments);
    course.shell(after);
    CHECK(got.code == 5);
    CHECK_MESSAGE(got.err.find(message) != std::string::npos, got.err);
  }
}

TEST_CASE("errors of the set-up are JSON where JSON was asked for") {
  auto& course = fresh("stub");
  course.shell("mv build/build.ninja away");
  const json root = json::parse(course.tutor("verify --json square").out);
  course.shell("mv away build/build.ninja");
  CHECK(root.at("exit_code") == 5);
  CHECK(root.at("error").get<std::string>().find("build directory") != std::string::npos);
}

TEST_CASE("a missing nvcc is told from a mistake of the learner") {
  auto& course = fresh("solution");
  course.shell(
      "cp build/build.ninja kept && sed -i 's,c++ -std=c++17 -I,/opt/nvcc -I,' build/build.ninja");
  const outcome got = course.tutor("verify square");
  course.shell("mv kept build/build.ninja");
  CHECK(got.code == 5);
  CHECK(got.out.find("nvcc is not found") != std::string::npos);
}
