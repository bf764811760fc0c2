// Points, and verdicts for other programs.
#include "export/export.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "support/text.hpp"

using namespace lockstep::tutor;
using json = nlohmann::ordered_json;

namespace {

const exercise ragged{"05_reduction/ragged", "Any number of elements", "", {}, {}, {}};

case_record passed_test(const std::string& suite, const std::string& name) {
  return {suite, name, true, {}, {}};
}

case_record failed_test(const std::string& suite, const std::string& name,
                        const std::string& message) {
  return {suite, name, false, {{message, "tools/graders/05_reduction/ragged.cpp", 41}}, {}};
}

verdict of_cases(exit_code code, std::vector<case_record> cases) {
  verdict made;
  made.exercise = ragged.name;
  made.code = code;
  made.headline = "N = 33: expected 528, got 496";
  made.details = {"fails for N = 33, \"and\" <more>"};
  made.graded = true;
  for (const auto& one : cases) {
    auto suite = std::find_if(made.suites.begin(), made.suites.end(),
                              [&](const suite_count& s) { return s.suite == one.suite; });
    if (suite == made.suites.end()) suite = made.suites.insert(suite, {one.suite, 0, 0});
    ++suite->total;
    suite->passed += one.passed ? 1 : 0;
  }
  made.cases = std::move(cases);
  return made;
}

verdict all_right() {
  return of_cases(exit_code::passed,
                  {passed_test("results", "right"), passed_test("checks", "clean"),
                   passed_test("properties", "fast")});
}

verdict half_right() {
  return of_cases(
      exit_code::wrong_result,
      {passed_test("results", "right for N = 0"),
       failed_test("results", "right for every N", "N = 33: expected 528, got 496\nWhy?"),
       passed_test("checks", "clean"), passed_test("properties", "fast")});
}

verdict does_not_compile() {
  verdict made;
  made.code = exit_code::does_not_compile;
  made.headline = "exercises/05_reduction/ragged.cu:3: error: expected ;";
  return made;
}

}  // namespace

TEST_CASE("points: all for what passes, none for what could not be graded") {
  CHECK(score_of(all_right(), {6, 2, 2}) == 10);
  CHECK(score_of(does_not_compile(), {6, 2, 2}) == 0);
  verdict cut_short = half_right();
  cut_short.graded = false;
  CHECK(score_of(cut_short, {6, 2, 2}) == 0);
}

TEST_CASE("points: results count by their share; checks and properties only with right results") {
  CHECK(score_of(half_right(), {6, 2, 2}) == 3);
  const verdict slow = of_cases(
      exit_code::property_missed,
      {passed_test("results", "right"), passed_test("checks", "clean"),
       passed_test("properties", "few loads"), failed_test("properties", "fast", "too slow")});
  CHECK(score_of(slow, {6, 2, 2}) == 9);
  verdict found = of_cases(exit_code::check_found,
                           {passed_test("results", "right"), failed_test("checks", "clean", "race"),
                            passed_test("properties", "fast")});
  found.findings.emplace_back();
  CHECK(score_of(found, {6, 2, 2}) == 8);
}

TEST_CASE("points: none for results that the host has computed") {
  verdict slow = half_right();
  slow.measurements = {{"properties", "bytes of elements that the host gets", "at most", 8, 9}};
  CHECK(score_of(slow, {6, 2, 2}) == 0);
  slow.measurements.front().measured = 8;
  CHECK(score_of(slow, {6, 2, 2}) == 3);
}

TEST_CASE("points: none for a stub as it was delivered") {
  CHECK(score_of({&ragged, half_right(), false}) == 3);
  CHECK(score_of({&ragged, half_right(), true}) == 0);
}

TEST_CASE("the status of an untouched stub: not started, unless something else is wrong") {
  CHECK(status_of({&ragged, half_right(), true}) == "not_started");
  CHECK(status_of({&ragged, half_right(), false}) == "wrong_result");
  CHECK(status_of({&ragged, does_not_compile(), true}) == "compile_error");
  CHECK(to_json({&ragged, half_right(), true}).at("status") == "not_started");
  CHECK(to_json({&ragged, half_right(), true}).at("exit_code") == 3);
}

TEST_CASE("other programs are told of the compiler's warnings, too") {
  verdict warned = half_right();
  warned.warnings = {
      {{"exercises/05_reduction/ragged.cu", 9, "174-D", "expression has no effect"}, true}};
  const json one = to_json({&ragged, warned, false}).at("warnings").at(0);
  CHECK(one.at("line") == 9);
  CHECK(one.at("code") == "174-D");
  CHECK(one.at("likely_cause") == true);
  CHECK(to_gradescope({{&ragged, warned, false}}).find("nvcc warns: line 9: expression") !=
        std::string::npos);
}

TEST_CASE("points of parts that an exercise does not have go to its results") {
  const verdict predicted =
      of_cases(exit_code::wrong_result,
               {passed_test("predictions", "one"), failed_test("predictions", "two", "3, not 4")});
  CHECK(score_of(predicted, {6, 2, 2}) == 5);
}

TEST_CASE("points in the manifest") {
  const auto worth = [](const std::string& line) {
    return parse_manifest(
               "[[chapter]]\nname = \"a\"\ntitle = \"A\"\n[[exercise]]\nname = \"a/b\"\ntitle = "
               "\"B\"\n" +
                   line,
               "course.toml")
        .exercises[0]
        .worth;
  };
  CHECK(worth("").total() == 10);
  CHECK(worth("points = {results = 3, properties = 1.5}").total() == 4.5);
  CHECK(worth("points = {results = 3}").checks == 0);
  CHECK_THROWS_WITH(worth("points = {result = 3}"),
                    "course.toml:7: `points` has results, checks and properties only");
  CHECK_THROWS(worth("points = {results = -1}"));
  CHECK_THROWS(worth("points = 3"));
}

TEST_CASE("CSV: a line for each exercise, quoted where it has to be") {
  CHECK(to_csv({{&ragged, half_right(), false}}) ==
        "exercise,status,exit_code,points,points_possible,cases_passed,cases,headline,seconds\r\n"
        "05_reduction/ragged,wrong_result,3,3.00,10,3,4,\"N = 33: expected 528, got "
        "496\",0.00\r\n");
}

TEST_CASE("CSV: what a spreadsheet would take for a formula is text") {
  verdict strange = half_right();
  strange.headline = "=HYPERLINK(\"here\")";
  CHECK(to_csv({{&ragged, strange, false}}).find("\"'=HYPERLINK") != std::string::npos);
}

TEST_CASE("Gradescope: points, and what the learner reads") {
  const json root =
      json::parse(to_gradescope({{&ragged, half_right(), false}, {&ragged, all_right(), false}}));
  CHECK(root.at("score") == 13);
  CHECK(root.at("tests").size() == 2);
  CHECK(root.at("tests").at(0).at("max_score") == 10);
  CHECK(root.at("tests").at(0).at("status") == "failed");
  CHECK(root.at("tests").at(1).at("status") == "passed");
  CHECK(root.at("tests").at(0).at("output").get<std::string>().find("N = 33: expected") == 0);
}

TEST_CASE("Exercism: each case with its code") {
  const temporary_folder folder;
  const checkout_paths paths{folder.path(), folder.path() / "build"};
  std::filesystem::create_directories(folder.path() / "tools/graders/05_reduction");
  std::ofstream(folder.path() / "tools/graders/05_reduction/ragged.cpp")
      << "TEST_SUITE(\"results\") {\n  TEST_CASE(\"right for every N\") {\n    for_every();\n  "
         "}\n}\n";
  const json root = json::parse(to_exercism({{&ragged, half_right(), false}}, paths));
  CHECK(root.at("version") == 3);
  CHECK(root.at("status") == "fail");
  CHECK_FALSE(root.contains("message"));
  const json& failed = root.at("tests").at(1);
  CHECK(failed.at("name") == "results: right for every N");
  CHECK(failed.at("status") == "fail");
  CHECK(failed.at("message") == "N = 33: expected 528, got 496\nWhy?");
  CHECK(failed.at("test_code") == "TEST_CASE(\"right for every N\") {\n  for_every();\n}\n");
  CHECK_FALSE(root.at("tests").at(0).contains("message"));
  CHECK(json::parse(to_exercism({{&ragged, all_right(), false}}, paths)).at("status") == "pass");

  const json error = json::parse(to_exercism({{&ragged, does_not_compile(), false}}, paths));
  CHECK(error.at("status") == "error");
  CHECK(error.at("message").get<std::string>().find("expected ;") != std::string::npos);
}

TEST_CASE("Exercism: of several exercises, what has no cases is told, too") {
  const json root = json::parse(
      to_exercism({{&ragged, all_right(), false}, {&ragged, does_not_compile(), false}}, {}));
  CHECK(root.at("status") == "fail");
  CHECK(root.at("tests").size() == 4);
  CHECK(root.at("tests").at(3).at("status") == "fail");
}

TEST_CASE("Exercism: no message is longer than the interface takes") {
  verdict long_winded = does_not_compile();
  long_winded.details = {"1"};
  for (int i = 0; i < 40'000; ++i) long_winded.details.back() += "\u00e9";
  const json root = json::parse(to_exercism({{&ragged, long_winded, false}}, {}));
  const std::string message = root.at("message");
  CHECK(message.size() <= 65535);
  CHECK(message.ends_with("\u00e9\n..."));
}

TEST_CASE("JUnit: what is wrong outside of all cases is a case of its own") {
  const std::string cases = to_junit({{&ragged, half_right(), false}});
  CHECK(cases.find("tests=\"4\" failures=\"1\" errors=\"0\"") != std::string::npos);
  CHECK(cases.find("classname=\"05_reduction/ragged.results\" name=\"right for every N\"") !=
        std::string::npos);
  const std::string error = to_junit({{&ragged, does_not_compile(), false}});
  CHECK(error.find("name=\"verdict\"") != std::string::npos);
  CHECK(error.find("type=\"compile_error\"") != std::string::npos);
}

TEST_CASE("bytes that are no text do not make a document that cannot be read") {
  verdict strange = half_right();
  strange.headline = "it printed \xff\xfe <&>";
  CHECK(json::accept(to_gradescope({{&ragged, strange, false}})));
  CHECK(json::accept(to_exercism({{&ragged, strange, false}}, {})));
  strange.cases.clear();
  CHECK(to_junit({{&ragged, strange, false}}).find("&lt;&amp;&gt;") != std::string::npos);
  CHECK(to_junit({{&ragged, strange, false}}).find('\xff') == std::string::npos);
}
