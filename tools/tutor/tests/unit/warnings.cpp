// The compiler's warnings about an answer: read, kept, and put into the verdict.
#include "programs/warnings.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "course/paths.hpp"
#include "verdict/output.hpp"
#include "verdict/warnings.hpp"

using namespace lockstep::tutor;
namespace fs = std::filesystem;

namespace {

const std::string answer_file = "exercises/a/b.cu";
const checkout_paths somewhere{"/course", "/course/build"};

std::vector<compiler_warning> read_from(const std::string& output) {
  return warnings_in(output, somewhere, answer_file);
}

compiler_warning warning_of(const std::string& code, unsigned line = 3) {
  return {answer_file, line, code, "something"};
}

evidence failing_with(std::vector<compiler_warning> warnings) {
  evidence seen;
  seen.exercise = "a/b";
  seen.source = answer_file;
  seen.nonce = "secret";
  seen.records.exercise = seen.exercise;
  seen.records.cases = {{"results", "right", false, {{"N = 1: wrong", "g.cpp", 1}}, {}}};
  seen.records.ends = {{"secret", false, 1, 1}};
  seen.end.code = 1;
  seen.build.warnings = std::move(warnings);
  return seen;
}

}  // namespace

TEST_CASE("nvcc's warnings and the host compiler's are read, with line, code and message") {
  const auto found = read_from(
      "../exercises/a/b.cu(24): warning #174-D: expression has no effect\n"
      "    v[t] + v[t + 1];\n"
      "../exercises/a/b.cu:39:12: warning: 'a' is used uninitialized [-Wuninitialized]\n");
  REQUIRE(found.size() == 2);
  CHECK(found[0] == compiler_warning{"exercises/a/b.cu", 24, "174-D", "expression has no effect"});
  CHECK(found[1] ==
        compiler_warning{"exercises/a/b.cu", 39, "-Wuninitialized", "'a' is used uninitialized"});
}

TEST_CASE("a warning that is printed for the host and for the GPU is one, and nvcc's words win") {
  const auto found = read_from(
      "../exercises/a/b.cu:3:1: warning: statement has no effect [-Wunused-value]\n"
      "../exercises/a/b.cu(3): warning #174-D: expression has no effect\n"
      "../exercises/a/b.cu(3): warning #174-D: expression has no effect\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].code == "174-D");
}

TEST_CASE("warnings about other files are not the learner's") {
  CHECK(
      read_from("../common/check.hpp(3): warning #177-D: declared but never referenced\n").empty());
}

TEST_CASE("what was said when the object was made is known until it is made again") {
  const temporary_folder folder;
  const checkout_paths paths{folder.path(), folder.path() / "build"};
  const std::string object = "a.p/b.cu.o";
  fs::create_directories(paths.build / "a.p");
  const auto compile = [&](int seconds) {
    std::ofstream(paths.build / object) << "object";
    fs::last_write_time(paths.build / object,
                        fs::file_time_type::clock::now() + std::chrono::seconds(seconds));
  };
  const auto latest = [&](const std::string& output) {
    return latest_warnings(output, paths, answer_file, object).size();
  };
  const std::string compiled = "[1/2] Compiling " + object + "\n";
  compile(1);
  CHECK(latest(compiled + "../exercises/a/b.cu(3): warning #174-D: no effect\n") == 1);
  CHECK(latest("ninja: no work to do.\n") == 1);
  compile(2);
  CHECK(latest(compiled) == 0);
  compile(3);  // by somebody else
  CHECK(latest("ninja: no work to do.\n") == 0);
}

TEST_CASE("a warning that explains the failure comes first, and is called a likely cause") {
  const verdict v = judge(failing_with({warning_of("1650-D", 1), warning_of("174-D", 9)}));
  REQUIRE(v.warnings.size() == 2);
  CHECK(v.warnings[0].what.line == 9);
  CHECK(v.warnings[0].likely_cause);
  CHECK_FALSE(v.warnings[1].likely_cause);
}

TEST_CASE("the likely cause stands right below the headline, other warnings below the reason") {
  const verdict v = judge(failing_with({warning_of("1650-D", 1), warning_of("549-D", 9)}));
  const std::string text = to_text(v, somewhere, {});
  CHECK(text.find("N = 1: wrong\n  nvcc warns: line 9: something\n") != std::string::npos);
  CHECK(text.find("case \"right\"") < text.find("nvcc warns: line 1: something"));
}

TEST_CASE("a warning that a statement does nothing is the headline of a wrong result") {
  const verdict v = judge(failing_with({warning_of("174-D", 9)}));
  CHECK(v.headline == "exercises/a/b.cu:9: the compiler says: something");
  CHECK(v.line == 9);
  CHECK(v.details.at(0) == "N = 1: wrong");
  CHECK(to_text(v, somewhere, {}).find("nvcc warns") == std::string::npos);
}

TEST_CASE("an error that a check has found explains more than a warning") {
  evidence seen = failing_with({warning_of("174-D", 9)});
  seen.seen.findings.emplace_back();
  CHECK(judge(seen).headline == "N = 1: wrong");
}

TEST_CASE("a break behind a return is harmless") {
  evidence seen = failing_with({warning_of("111-D", 2)});
  seen.source_text = "    return true;\n    break;\n    f();\n";
  CHECK(judge(seen).headline == "N = 1: wrong");
  seen.build.warnings[0].line = 3;
  CHECK(judge(seen).line == 3);
}

TEST_CASE("three warnings are shown, and how many more there are") {
  std::vector<compiler_warning> many;
  for (unsigned line = 1; line <= 5; ++line) many.push_back(warning_of("1-D", line));
  const std::string text = to_text(judge(failing_with(many)), somewhere, {});
  CHECK(text.find("line 3: something\n  and 2 more warnings\n") != std::string::npos);
  CHECK(text.find("line 4") == std::string::npos);
}

TEST_CASE("unused variables of an unfinished stub are not worth a word") {
  evidence seen = failing_with({warning_of("177-D")});
  CHECK(judge(seen).warnings.size() == 1);
  seen.has_todo = true;
  CHECK(judge(seen).warnings.empty());
}

TEST_CASE("an answer that passes has its warnings, and none of them is a cause") {
  evidence seen = failing_with({warning_of("174-D")});
  seen.records.cases = {{"results", "right", true, {}, {}}};
  seen.records.ends = {{"secret", true, 1, 0}};
  seen.end.code = 0;
  const verdict v = judge(seen);
  REQUIRE(v.passed());
  CHECK(v.headline == "the grader's case passed");
  REQUIRE(v.warnings.size() == 1);
  CHECK_FALSE(v.warnings[0].likely_cause);
}
