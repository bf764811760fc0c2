// The parts of the command `check`.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "check/orders.hpp"
#include "check/result.hpp"
#include "check/suppression.hpp"
#include "support/failure.hpp"

using namespace lockstep::tutor;
using lockstep::protocol::finding;
using lockstep::protocol::finding_kind;
using lockstep::protocol::finding_severity;

namespace {

finding race_at(const std::string& file, unsigned line, unsigned other_line = 0) {
  finding found;
  found.kind = finding_kind::race;
  found.space = lockstep::protocol::memory_space::shared;
  found.kernel = "sum(int*)";
  found.message = "kernel sum reads what another thread writes";
  found.where.file = file;
  found.where.line = line;
  if (other_line != 0) {
    found.other.emplace();
    found.other->file = file;
    found.other->line = other_line;
  }
  return found;
}

unsigned held_back(const std::string& rule, const finding& found) {
  auto rules = read_suppressions({rule});
  std::vector<seen_finding> all{{found, {0}}};
  return suppress(all, rules);
}

TEST_CASE("a rule may name a file by any path to it from here") {
  const finding found = race_at("src/a.cu", 1);
  const auto here = std::filesystem::current_path();
  CHECK(held_back("race:" + (here / "src/a.cu").string(), found) == 1);
  CHECK(held_back("race:src/../src/a.cu:1", found) == 1);
  CHECK(held_back("race:" + (here / "a.cu").string(), found) == 0);
}

check_result result_with(std::vector<finding> findings, int exit_code = 0) {
  check_result result;
  result.program = {"a.out", "5"};
  result.tools = {"memcheck", "racecheck"};
  result.runs.resize(1);
  result.runs[0].what.end.code = exit_code;
  result.runs[0].what.seen.kernels = {{"sum(int*)", 2}, {"void add<1>(int*)", 1}};
  result.findings = united({findings});
  return result;
}

std::string closing_line(const check_result& result) {
  std::string text = to_text(result, {});
  text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

// The output of a run in another order, and of the first order twice.
struct outputs {
  std::string first, other, first_again;
  std::optional<difference> compared() const {
    expected_output expected(first);
    expected.leave_out_what_differs(first, first_again);
    return expected.compare(other);
  }
};

}  // namespace

TEST_SUITE_BEGIN("check");

TEST_CASE("a rule names a kind, and perhaps a file and a line") {
  const finding found = race_at("src/deep/reduce.cu", 17, 20);
  CHECK(held_back("race", found) == 1);
  CHECK(held_back("*", found) == 1);
  CHECK(held_back("scope", found) == 0);
  CHECK(held_back("race:reduce.cu", found) == 1);
  CHECK(held_back("race:deep/reduce.cu:17", found) == 1);
  CHECK(held_back("race:reduce.cu:18", found) == 0);
  CHECK(held_back("race:educe.cu", found) == 0);
  CHECK(held_back("race:eep/reduce.cu", found) == 0);
}

TEST_CASE("either side of a race may be the one that a rule names") {
  CHECK(held_back("race:a.cu:20", race_at("a.cu", 17, 20)) == 1);
}

TEST_CASE("a rule that is none is refused, with what it might be") {
  for (const char* rule : {"rase", "race:", "race:a.cu:", "race:a.cu:x", "race:a.cu:0", ""}) {
    CAPTURE(rule);
    CHECK_THROWS_AS(read_suppressions({rule}), failure);
  }
  try {
    read_suppressions({"warp_rase"});
  } catch (const failure& what) {
    CHECK(what.advice.find("warp_race") != std::string::npos);
  }
}

TEST_CASE("rules come from a file, too, whose errors are named by line") {
  const std::string file = "rules_" + std::to_string(getpid());
  std::ofstream(file) << "# known\n\nrace:a.cu  # since 2019\n  leak\n";
  const auto rules = read_suppressions({file});
  std::ofstream(file) << "race\nnonsense\n";
  std::string message;
  try {
    read_suppressions({file});
  } catch (const failure& what) {
    message = what.what();
  }
  std::remove(file.c_str());
  REQUIRE(rules.size() == 2);
  CHECK(rules[0].written == "race:a.cu");
  CHECK(rules[1].kind == finding_kind::leak);
  CHECK(message.find(file + ":2: ") == 0);
}

TEST_CASE("orders: the natural one, shuffled ones from seed 1 on, the adversarial one") {
  const auto orders = orders_for(3);
  REQUIRE(orders.size() == 4);
  CHECK(orders[0].options().empty());
  CHECK(orders[1].options() == "--schedule shuffled --seed 1");
  CHECK(orders[2].seed == 2);
  CHECK(orders[3].schedule == "adversarial");
}

TEST_CASE("outputs are the same, or differ first in a line") {
  CHECK_FALSE(outputs{"a\nb\n", "a\nb\n", "a\nb\n"}.compared());
  const auto d = outputs{"a\nsum 42\n", "a\nsum 41\n", "a\nsum 42\n"}.compared();
  REQUIRE(d);
  CHECK(d->line == 2);
  CHECK(d->expected == "sum 42");
  CHECK(d->got == "sum 41");
}

TEST_CASE("an output that ends early or goes on is another one") {
  CHECK(outputs{"a\nb\n", "a\n", "a\nb\n"}.compared()->got == "nothing more");
  CHECK(outputs{"a\n", "a\nb\n", "a\n"}.compared()->expected == "nothing more");
}

TEST_CASE("words that change within one order are left out, and no others") {
  CHECK_FALSE(outputs{"sum 42 in 7 ms\n", "sum 42 in 9 ms\n", "sum 42 in 8 ms\n"}.compared());
  CHECK(outputs{"sum 42 in 7 ms\n", "sum 41 in 9 ms\n", "sum 42 in 8 ms\n"}.compared());
}

TEST_CASE("a line whose number of words changes within one order may say anything") {
  CHECK_FALSE(outputs{"a b\nc\n", "x\nc\n", "a b d\nc\n"}.compared());
}

TEST_CASE("outputs whose number of lines changes within one order are not compared") {
  CHECK_FALSE(outputs{"a\n", "b\n", "a\nb\n"}.compared());
}

TEST_CASE("findings of several runs with one cause are one") {
  const auto all = united({{race_at("a.cu", 1, 2)}, {race_at("a.cu", 2, 1), race_at("a.cu", 3)}});
  REQUIRE(all.size() == 2);
  CHECK(all[0].runs == std::vector<std::size_t>{0, 1});
  CHECK(all[1].runs == std::vector<std::size_t>{1});
}

TEST_CASE("a race within a warp is no cause of its own where one between warps is") {
  finding in_warp = race_at("a.cu", 2, 1), elsewhere = race_at("a.cu", 3, 1);
  in_warp.kind = elsewhere.kind = finding_kind::warp_race;
  const auto all = united({{in_warp, elsewhere, race_at("a.cu", 1, 2)}});
  REQUIRE(all.size() == 2);
  CHECK(all[0].what.kind == finding_kind::race);
  CHECK(all[0].what.count == 2);
  CHECK(all[1].what.where.line == 3);
}

TEST_CASE("a race within a warp is part of one between warps that only another order shows") {
  finding in_warp = race_at("a.cu", 2, 1);
  in_warp.kind = finding_kind::warp_race;
  const auto all = united({{in_warp}, {in_warp, race_at("a.cu", 1, 2)}});
  REQUIRE(all.size() == 1);
  CHECK(all[0].what.kind == finding_kind::race);
  CHECK(all[0].runs == std::vector<std::size_t>{0, 1});
}

TEST_CASE("a cause that was met within a block and between blocks is one between blocks") {
  finding between = race_at("a.cu", 1, 2);
  between.other->block = {1, 0, 0};
  const auto all = united({{race_at("a.cu", 1, 2)}, {between}});
  REQUIRE(all.size() == 1);
  CHECK(all[0].what.other->block[0] == 1);
}

TEST_CASE("kernels whose lanes count on running in step are one finding") {
  finding one = race_at("a.cu", 5, 6), other = race_at("a.cu", 15, 16), third = other;
  one.in_step = other.in_step = third.in_step = true;
  one.kernel = "first(int*)";
  other.kernel = "second<256>(int*)";
  third.where.file = "b.cu";
  third.kernel = "third(int*)";
  std::vector<seen_finding> all{{one, {0}}, {race_at("a.cu", 1), {0}}, {other, {1}}, {third, {0}}};
  join_idioms(all);
  REQUIRE(all.size() == 2);
  CHECK(all[0].what.message ==
        one.message + "; the same idiom is in second<256> (line 15) and third (b.cu:15)");
  CHECK(all[0].what.count == 3 * one.count);
  CHECK(all[0].also.size() == 2);
  CHECK(all[0].runs == std::vector<std::size_t>{0, 1});
  std::vector<seen_finding> single{{one, {0}}};
  join_idioms(single);
  CHECK(single[0].what.message == one.message);
}

TEST_CASE("findings of several processes of a run add up") {
  const auto all = united({{race_at("a.cu", 1), race_at("a.cu", 1)}});
  REQUIRE(all.size() == 1);
  CHECK(all[0].what.count == 2);
}

TEST_CASE("a cause that was met as a warning and as an error is an error") {
  finding warning = race_at("a.cu", 1, 2);
  warning.severity = finding_severity::warning;
  const finding error = race_at("a.cu", 2, 1);
  const auto in_runs = united({{warning}, {error}});
  REQUIRE(in_runs.size() == 1);
  CHECK(in_runs[0].what.severity == finding_severity::error);
  CHECK(in_runs[0].runs.size() == 2);
  const auto in_processes = united({{warning, error, warning}});
  REQUIRE(in_processes.size() == 1);
  CHECK(in_processes[0].what.severity == finding_severity::error);
  CHECK(in_processes[0].what.count == 3);
}

TEST_CASE("an error among the lanes of a warp is not lost in a warning about warps") {
  finding warning = race_at("a.cu", 1, 2), in_warp = race_at("a.cu", 1, 2);
  warning.severity = finding_severity::warning;
  in_warp.kind = finding_kind::warp_race;
  CHECK(united({{warning, in_warp}}).size() == 2);
  const auto later = united({{warning, in_warp}, {race_at("a.cu", 1, 2)}});
  REQUIRE(later.size() == 1);
  CHECK(later[0].what.kind == finding_kind::race);
  CHECK(later[0].runs == std::vector<std::size_t>{0, 1});
}

TEST_CASE("the closing line says what was looked at, and what was found") {
  check_result clean = result_with({});
  CHECK(closing_line(clean) == "no findings: 3 launches of 2 kernels, memcheck racecheck");
  clean.suppressed = 2;
  clean.strict = true;
  CHECK(closing_line(clean) ==
        "no findings, 2 suppressed: 3 launches of 2 kernels, memcheck racecheck, strict");
  finding warning = race_at("a.cu", 2);
  warning.severity = finding_severity::warning;
  CHECK(closing_line(result_with({race_at("a.cu", 1), warning})) ==
        "2 findings (1 of them a warning): 3 launches of 2 kernels, memcheck racecheck");
  CHECK(closing_line(result_with({warning})).find("1 finding (a warning):") == 0);
}

TEST_CASE("the closing line says which order was tried besides, why, and what else could be") {
  check_result result = result_with({});
  result.runs[0].what.seen.locking = {"sum(int*)"};
  result.second_order = true;
  result.runs.resize(2, result.runs[0]);
  result.runs[1].order = second_order;
  const std::string all = "3 launches of 2 kernels, memcheck racecheck, ";
  CHECK(closing_line(result) ==
        "no findings: " + all +
            "natural and adversarial order (sum has a lock, a flag or a counter: --schedules 20 "
            "adds 19 shuffled orders, and compares the results)");
  result.cut_short = true;
  CHECK(closing_line(result).find("natural order and as much of the adversarial one as time "
                                  "allowed (sum has") != std::string::npos);
  result.cut_short = false;
  result.findings = united({{}, {race_at("a.cu", 1)}});
  CHECK(closing_line(result) == "1 finding: " + all + "natural and adversarial order");
}

TEST_CASE("the second order may take twice as long as the first, within bounds") {
  CHECK(seconds_for_second_order(0.1) == 1.0);
  CHECK(seconds_for_second_order(3) == 6.0);
  CHECK(seconds_for_second_order(60) == 10.0);
}

TEST_CASE("a finding that the second order does not show may be one that it had no time for") {
  check_result result = result_with({});
  result.second_order = true;
  result.runs.resize(2, result.runs[0]);
  result.runs[1].order = second_order;
  result.findings = united({{race_at("a.cu", 1)}, {race_at("a.cu", 2)}});
  const std::string text = to_text(result, {});
  const auto seen = text.find(
      "   seen in 1 of 2 orders; again: ./lockstep check --schedule "
      "adversarial --seed 0 a.out 5\n");
  CHECK(seen != std::string::npos);
  CHECK(seen == text.rfind("   seen in"));
}

TEST_CASE("calls of the host with one line are one cause if the program came there one way") {
  finding one = race_at("a.cu", 1), other;
  one.kernel.clear();
  one.where.callers = {{"a.cu", 10}};
  other = one;
  other.message = "another address";
  CHECK(united({{one}, {other}}).size() == 1);
  other.where.callers = {{"a.cu", 11}};
  CHECK(united({{one}, {other}}).size() == 2);
}

TEST_CASE("a program without kernels is said to have none") {
  check_result result = result_with({});
  result.runs[0].what.seen.kernels.clear();
  CHECK(closing_line(result) == "no findings: no kernel was launched, memcheck racecheck");
}

TEST_CASE("the exit code: 6 for a finding, 4 for a time-out alone, or the program's own") {
  CHECK(exit_code_of(result_with({})) == 0);
  CHECK(exit_code_of(result_with({}, 3)) == 3);
  CHECK(exit_code_of(result_with({race_at("a.cu", 1)}, 3)) == 6);
  finding late = race_at("a.cu", 1);
  late.kind = finding_kind::timeout;
  CHECK(exit_code_of(result_with({late}, 1)) == 4);
  CHECK(exit_code_of(result_with({late, race_at("a.cu", 2)})) == 6);
  check_result crashed = result_with({}, 6);
  crashed.runs[0].what.end.kind = process_end::how::signalled;
  CHECK(exit_code_of(crashed) == 134);
}

TEST_CASE("warnings count, unless they are allowed") {
  finding warning = race_at("a.cu", 2);
  warning.severity = finding_severity::warning;
  check_result result = result_with({warning});
  CHECK(exit_code_of(result) == 6);
  result.allow_warnings = true;
  CHECK(exit_code_of(result) == 0);
}

TEST_CASE("an order that is seen to differ is told with how to see it again") {
  check_result result = result_with({});
  result.in_orders = true;
  result.every_tool = false;
  result.runs.resize(2, result.runs[0]);
  result.runs[1].order = {"shuffled", 4};
  result.runs[1].differs = difference{2, "sum 42", "sum 41"};
  const std::string text = to_text(result, {});
  CHECK(text.find("results differ: line 2 of the output\n"
                  "   natural           sum 42\n"
                  "   shuffled, seed 4  sum 41\n"
                  "   again: ./lockstep check --tool memcheck,racecheck --schedule shuffled --seed "
                  "4 a.out 5\n") != std::string::npos);
  CHECK(exit_code_of(result) == 6);
  CHECK(
      nlohmann::ordered_json::parse(to_json(result)).at("runs").at(1).at("difference").at("line") ==
      2);
}

TEST_CASE("a line that differs in several orders is shown once") {
  check_result result = result_with({});
  result.in_orders = true;
  result.runs.resize(7, result.runs[0]);
  for (unsigned seed = 1; seed < 7; ++seed) {
    result.runs[seed].order = {"shuffled", seed};
    result.runs[seed].differs = difference{seed == 6 ? 3u : 2u, "sum 42", "sum 41"};
  }
  const std::string text = to_text(result, {});
  CHECK(text.find("line 2") == text.rfind("line 2"));
  CHECK(text.find("line 3") != std::string::npos);
  CHECK(text.find("   also differs: shuffled, seed 2; shuffled, seed 3; shuffled, seed 4; "
                  "shuffled, seed 5\n") != std::string::npos);
  result.runs[6].differs->line = 2;
  CHECK(to_text(result, {}).find("seed 4; and 2 more\n") != std::string::npos);
}

TEST_CASE("a finding of some orders only says of which") {
  check_result result = result_with({});
  result.runs.resize(3, result.runs[0]);
  result.runs[2].order = {"shuffled", 2};
  result.findings = united({{}, {}, {race_at("a.cu", 1)}});
  CHECK(to_text(result, {})
            .find("   seen in 1 of 3 orders; again: ./lockstep check --schedule "
                  "shuffled --seed 2 a.out 5\n") != std::string::npos);
}

TEST_CASE("JUnit: a case for each kernel and tool, a finding is its failure") {
  finding bad = race_at("a.cu", 1);
  bad.message = "a < b & \"c\" \x01";
  const std::string xml = to_junit(result_with({bad}, 3));
  CHECK(xml.find("tests=\"6\" failures=\"2\" errors=\"0\"") != std::string::npos);
  CHECK(xml.find("<testcase classname=\"void add&lt;1&gt;(int*)\" name=\"racecheck\" "
                 "time=\"0\"/>") != std::string::npos);
  CHECK(xml.find("<testcase classname=\"sum(int*)\" name=\"racecheck\" time=\"0\">\n"
                 "      <failure message=\"error: race: a &lt; b &amp; &quot;c&quot;  \" "
                 "type=\"race\">a.cu:1: error: race:") != std::string::npos);
  CHECK(xml.find("<failure message=\"the program ended with code 3\" type=\"program\">") !=
        std::string::npos);
}

TEST_CASE("JUnit: a finding that no tool was asked for has a case of its own") {
  finding trap = race_at("a.cu", 1);
  trap.kind = finding_kind::trap;
  const std::string xml = to_junit(result_with({trap}));
  CHECK(xml.find("classname=\"sum(int*)\" name=\"execution\"") != std::string::npos);
  CHECK(xml.find("tests=\"7\"") != std::string::npos);
}

TEST_CASE("JUnit: warnings that are allowed are told and no failure") {
  finding warning = race_at("a.cu", 2);
  warning.severity = finding_severity::warning;
  check_result result = result_with({warning});
  result.allow_warnings = true;
  const std::string xml = to_junit(result);
  CHECK(xml.find("failures=\"0\"") != std::string::npos);
  CHECK(xml.find("<system-out>a.cu:2: warning: race:") != std::string::npos);
}

TEST_SUITE_END();
