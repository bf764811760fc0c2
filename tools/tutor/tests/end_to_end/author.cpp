// The promises of exercises, kept and broken; tests; the doctor.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "driver.hpp"
#include "support/text.hpp"

namespace {

using json = nlohmann::ordered_json;

}  // namespace

TEST_CASE("a new exercise: all files that were made or changed are named") {
  auto& course = fixture::instance();
  course.shell(
      "cp course.toml exercises/stubs.txt .. && mkdir -p tools/graders/template/wrong && cd "
      "tools/graders/template && for one in interface.hpp solution.cu stub.cu grader.cpp "
      "wrong/one.cu; "
      "do "
      "echo '// TODO' >$one; done; printf '[[exercise]]\\nname = \"NN_chapter/NAME\"\\ntitle = "
      "\"New\"\\nbook = \"1\"\\nproperties = []\\nhints = [\"a\"]\\n' >entry.toml");
  const outcome got = course.tutor("author new 01_first/other");
  const std::string changed = course.shell("git status --porcelain -uall").out;
  course.shell(
      "cp ../course.toml . && cp ../stubs.txt exercises && git clean -qfd tools/graders exercises "
      "solutions");
  CHECK_MESSAGE(got.code == 0, got.err);
  for (const char* file : {"exercises/stubs.txt", "course.toml", "exercises/01_first/other.cu"}) {
    CAPTURE(file);
    CHECK(changed.find(file) != std::string::npos);
    CHECK(got.out.find(file) != std::string::npos);
  }
}

TEST_CASE("the autograder of Gradescope: the committed course, the scripts, and what counts") {
  auto& course = fixture::instance();
  course.shell(
      "mkdir -p tools/gradescope && cd tools/gradescope && printf '#!/bin/sh\\n' >setup.sh && cp "
      "setup.sh run_autograder && chmod +x setup.sh run_autograder && echo >>../../course.toml");
  const outcome got = course.tutor("author gradescope square --to ../auto.zip --seed 9");
  course.shell("git checkout -q course.toml && rm -r tools/gradescope");
  CHECK_MESSAGE(got.code == 0, got.err);
  CHECK(got.err.find("course.toml") != std::string::npos);  // changed, and not committed
  const std::string list = course.shell("python3 -m zipfile -l ../auto.zip").out;
  for (const char* file : {"course.toml", "setup.sh", "run_autograder", "exercises/01_first/"}) {
    CAPTURE(file);
    CHECK(list.find(file) != std::string::npos);
  }
  CHECK(course
            .shell("cd .. && rm -rf auto && python3 -m zipfile -e auto.zip auto && cat "
                   "auto/settings.sh")
            .out == "exercises='01_first/square'\nseed=9\n");
  CHECK(course.tutor("author gradescope nothing --to ../auto.zip").code == 64);
  CHECK(course.tutor("author gradescope square").code == 64);
}

TEST_CASE("an exercise that keeps its promises") {
  auto& course = fixture::instance();
  course.answer("stub");
  const outcome got = course.tutor("author check square --time-limit 1");
  CHECK_MESSAGE(got.code == 0, got.out);
  CHECK(got.out.find("14 answers judged, all as they should be.") != std::string::npos);
}

TEST_CASE("a grader that passes everything if it runs without the tutor is noticed") {
  auto& course = fixture::instance();
  course.answer("stub");
  const char* grader = "tools/graders/grader.cpp";
  course.shell(std::string("cp ") + grader + " .. && sed -i 's/grade_alone() :/0 :/' " + grader);
  const json root = json::parse(course.tutor("author check --json square --time-limit 1").out);
  course.shell(std::string("cp ../grader.cpp ") + grader);
  CHECK(root.at("failed") == 12);  // all but the solution, and what does not compile
  CHECK(root.at("answers").at(0).at("message") ==
        "its grader passes it when run without the tutor: "
        "build/tools/graders/grade_01_first_square");
}

TEST_CASE("broken promises are all named") {
  auto& course = fixture::instance();
  const outcome got = course.tutor("author check promise");
  CHECK(got.code == 3);
  check_golden("author_check_promise", got.out);
}

TEST_CASE("broken promises as JSON") {
  const json root = json::parse(fixture::instance().tutor("author check --json promise").out);
  CHECK(root.at("ok") == false);
  CHECK(root.at("failed") == 4);
  CHECK(root.at("answers").at(0).at("answer") == "stub");
}

TEST_CASE("the tests of the course are meson's, and the promises") {
  auto& course = fixture::instance();
  course.answer("stub");
  const outcome got = course.tutor("test", "PATH=\"$PWD/bin:$PATH\"");
  CHECK(got.code == 3);
  CHECK(got.out.starts_with("meson test -C BUILD"));
  CHECK(got.out.find("FAIL  wrong right") != std::string::npos);
}

TEST_CASE("the parts of the tests have each wrong answer once, and all stubs and solutions") {
  auto& course = fixture::instance();
  course.answer("stub");
  const auto lines_with = [](const outcome& got, const std::string& text) {
    const auto lines = lockstep::tutor::lines_of(got.out);
    return std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.find(text) != std::string::npos;
    });
  };
  const std::string path = "PATH=\"$PWD/bin:$PATH\"";
  const outcome first = course.tutor("test --part 1/2", path);
  const outcome second = course.tutor("test --part 2/2", path);
  CHECK(lines_with(first, "  wrong ") == 7);
  CHECK(lines_with(second, "  wrong ") == 7);
  CHECK(lines_with(first, "  stub ") == 2);
  CHECK(lines_with(second, "  solution ") == 2);
  CHECK(first.out.find("wrong right") == std::string::npos);
  CHECK(second.out.find("wrong right") != std::string::npos);
  CHECK(first.out.find("--no-suite part-2 --no-suite part-4 --no-suite part-6 --no-suite part-8") !=
        std::string::npos);
  CHECK(
      second.out.find("--no-suite part-1 --no-suite part-3 --no-suite part-5 --no-suite part-7") !=
      std::string::npos);
  CHECK(course.tutor("test --part 3/2", path).code == 64);
}

TEST_CASE("without its generator the book is not built, and docs says what installs it") {
  const outcome got = fixture::instance().tutor("docs --serve --port 8000");
  CHECK(got.code == 5);
  CHECK(got.err.find("./lockstep docs installs it") != std::string::npos);
}

TEST_CASE("the doctor tells what is here, and what to do about what is not") {
  auto& course = fixture::instance();
  const json root = json::parse(course.tutor("doctor --json").out);
  CHECK(root.at("checks").size() >= 10);
  course.shell("mv build/tools/emulator/src away");
  const outcome got = course.tutor("doctor --backend emulator");
  course.shell("mv away build/tools/emulator/src");
  CHECK(got.code == 5);
  CHECK(got.out.find("!!  emulator      not built\n") != std::string::npos);
}
