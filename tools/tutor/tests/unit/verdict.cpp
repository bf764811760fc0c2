// The verdict, from every kind of evidence. Each test changes one thing of a run in which all was
// well.
#include "verdict/verdict.hpp"

#include <doctest/doctest.h>

#include <csignal>

using namespace lockstep::tutor;
using lockstep::protocol::access_kind;
using lockstep::protocol::finding;
using lockstep::protocol::finding_kind;
using lockstep::protocol::refusal_reason;

namespace {

case_record passed_case(const std::string& suite, const std::string& name) {
  return {suite, name, true, {}, {}};
}

case_record failed_case(const std::string& suite, const std::string& message) {
  return {suite,
          "right for every N",
          false,
          {{message, "tools/graders/05_reduction/ragged.cpp", 41}},
          {}};
}

evidence all_well() {
  evidence seen;
  seen.exercise = "05_reduction/ragged";
  seen.source = "exercises/05_reduction/ragged.cu";
  seen.seed = 17;
  seen.nonce = "secret";
  seen.time_limit = 11;
  seen.records.exercise = seen.exercise;
  seen.records.cases = {passed_case("results", "right for every N"), passed_case("checks", "clean"),
                        passed_case("properties", "reads once")};
  seen.records.ends = {{"secret", true, 3, 0}};
  return seen;
}

// The case `index` failed, and the grader noticed.
evidence with_failure(std::size_t index, const std::string& suite, const std::string& message) {
  evidence seen = all_well();
  seen.records.cases[index] = failed_case(suite, message);
  seen.records.ends[0].passed = false;
  seen.records.ends[0].failed = 1;
  seen.end.code = 1;
  return seen;
}

finding finding_of(finding_kind kind) {
  finding found;
  found.kind = kind;
  found.kernel = "sum_blocks";
  found.where.block = {1, 0, 0};
  found.where.thread = {31, 0, 0};
  found.where.kind = access_kind::write;
  found.where.file = "exercises/05_reduction/ragged.cu";
  found.where.line = 12;
  found.message = "a write of 4 bytes past the end";
  found.advice = "Compare the index with n.";
  found.stopped = kind == finding_kind::out_of_bounds;
  return found;
}

bool mentions(const std::vector<std::string>& lines, const std::string& text) {
  for (const auto& line : lines) {
    if (line.find(text) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("all cases passed, and the grader says so: passed") {
  const verdict v = judge(all_well());
  CHECK(v.code == exit_code::passed);
  CHECK(v.headline == "all 3 cases passed");
  CHECK(v.next.size() == 1);
  CHECK(v.next.front().find("solutions/") != std::string::npos);
  CHECK(v.suites.size() == 3);
}

TEST_CASE("a compile error names file, line and message, and comes before anything else") {
  evidence seen = all_well();
  seen.build.kind = build_result::outcome::does_not_compile;
  seen.build.errors = {{"common/include/lockstep/buffer.hpp", 7, "no instance"},
                       {"exercises/05_reduction/ragged.cu", 9, "expected a \";\""}};
  const verdict v = judge(seen);
  CHECK(v.code == exit_code::does_not_compile);
  // The error in the learner's own file, not the one in a header.
  CHECK(v.headline == "exercises/05_reduction/ragged.cu:9: error: expected a \";\"");
  CHECK(v.line == 9);
}

TEST_CASE("a broken set-up is not the learner's fault") {
  evidence seen = all_well();
  seen.build.kind = build_result::outcome::broken;
  seen.build.problem = "nvcc is not found";
  seen.build.advice = "Install it.";
  const verdict v = judge(seen);
  CHECK(v.code == exit_code::setup_missing);
  CHECK(v.headline == "nvcc is not found");
  CHECK(mentions(v.next, "Install it."));
}

TEST_CASE("a wrong result: its first line is the cause, the rest are details") {
  evidence seen = with_failure(0, "results", "N = 33: expected 528, got 496\nwrong for N = 33");
  seen.has_todo = true;
  const verdict v = judge(seen);
  CHECK(v.code == exit_code::wrong_result);
  CHECK(v.headline == "N = 33: expected 528, got 496");
  CHECK(mentions(v.details, "wrong for N = 33"));
  CHECK(mentions(v.details, "tools/graders/05_reduction/ragged.cpp:41"));
  CHECK(mentions(v.next, "TODO"));
  CHECK(mentions(v.next, "--seed 17"));
}

TEST_CASE("a missed property") {
  const verdict v =
      judge(with_failure(2, "properties", "bank conflicts of loads: 960, should be 0"));
  CHECK(v.code == exit_code::property_missed);
}

TEST_CASE("a wrong result comes before a missed property") {
  evidence seen = with_failure(2, "properties", "conflicts");
  seen.records.cases[0] = failed_case("results", "wrong");
  CHECK(judge(seen).code == exit_code::wrong_result);
}

TEST_CASE("an out-of-bounds access explains a wrong result, and is named with its line") {
  evidence seen = with_failure(0, "results", "N = 33: expected 528, got 496");
  seen.seen.findings = {finding_of(finding_kind::out_of_bounds)};
  const verdict v = judge(seen);
  CHECK(v.code == exit_code::check_found);
  CHECK(v.headline ==
        "exercises/05_reduction/ragged.cu:12: a write of 4 bytes past the end [out_of_bounds]");
  CHECK(mentions(v.details, "block (1,0,0), thread (31,0,0)"));
  CHECK(mentions(v.next, "Compare the index with n."));
}

TEST_CASE("an out-of-bounds access explains a crash, too") {
  evidence seen = all_well();
  seen.end.kind = process_end::how::signalled;
  seen.end.code = SIGSEGV;
  seen.records.ends.clear();
  seen.seen.findings = {finding_of(finding_kind::out_of_bounds)};
  CHECK(judge(seen).code == exit_code::check_found);
}

TEST_CASE("a bad access after which the kernel went on is the cause of a wrong result") {
  evidence seen = with_failure(0, "results", "N = 33: expected 528, got 496");
  seen.seen.findings = {finding_of(finding_kind::race), finding_of(finding_kind::out_of_bounds)};
  seen.seen.findings[1].stopped = false;
  seen.seen.findings[1].went_on = true;
  const verdict v = judge(seen);
  CHECK(v.code == exit_code::check_found);
  CHECK(v.headline.find("[out_of_bounds]") != std::string::npos);
}

TEST_CASE("a race comes after a wrong result, but is mentioned there") {
  evidence seen = with_failure(0, "results", "N = 33: expected 528, got 496");
  seen.seen.findings = {finding_of(finding_kind::race)};
  const verdict v = judge(seen);
  CHECK(v.code == exit_code::wrong_result);
  CHECK(mentions(v.details, "[race]"));
}

TEST_CASE("a finding alone is enough not to pass") {
  evidence seen = all_well();
  seen.seen.findings = {finding_of(finding_kind::race)};
  CHECK(judge(seen).code == exit_code::check_found);
}

TEST_CASE("a failed case of the suite checks counts as a finding") {
  CHECK(judge(with_failure(1, "checks", "sums was written outside")).code ==
        exit_code::check_found);
}

TEST_CASE("a kernel that never ends: where it stands") {
  evidence seen = all_well();
  seen.end.kind = process_end::how::stopped;
  seen.records.ends.clear();
  seen.seen.findings = {finding_of(finding_kind::timeout)};
  seen.seen.findings[0].message = "kernel k was stopped; warp 0: at 12; warp 1: at 13";
  seen.time_limit = 20;
  const verdict v = judge(seen);
  CHECK(v.code == exit_code::timed_out);
  CHECK(v.headline == "exercises/05_reduction/ragged.cu:12: kernel k was stopped");
  CHECK(mentions(v.details, "warp 1: at 13"));
  CHECK(mentions(v.next, "--time-limit 60"));
}

TEST_CASE("host code that never ends") {
  evidence seen = all_well();
  seen.end.kind = process_end::how::timed_out;
  seen.records.ends.clear();
  seen.records.last_trial = "N = 31";
  const verdict v = judge(seen);
  CHECK(v.code == exit_code::timed_out);
  CHECK(v.headline == "the program did not end within 11 s");
  CHECK(mentions(v.details, "host code"));
  CHECK(mentions(v.details, "N = 31"));
}

TEST_CASE("a crash names the signal and what was tried") {
  evidence seen = all_well();
  seen.end.kind = process_end::how::signalled;
  seen.end.code = SIGSEGV;
  seen.end.output = "before the crash\n";
  seen.records.ends.clear();
  seen.records.last_trial = "N = 31";
  const verdict v = judge(seen);
  CHECK(v.code == exit_code::crashed);
  CHECK(v.headline.find("SIGSEGV") != std::string::npos);
  CHECK(mentions(v.details, "N = 31"));
  CHECK(mentions(v.details, "before the crash"));
}

TEST_CASE("a crash after the grader's end is a crash") {
  evidence seen = all_well();
  seen.end.kind = process_end::how::signalled;
  seen.end.code = SIGABRT;
  CHECK(judge(seen).code == exit_code::crashed);
}

TEST_CASE("exit(0) before the grader's end never passes") {
  evidence seen = all_well();
  seen.records.ends.clear();
  const verdict v = judge(seen);
  CHECK(v.code == exit_code::crashed);
  CHECK(v.headline == "the program ended before the grader had finished (exit code 0)");
}

TEST_CASE("a failure exit after the grader's end never passes") {
  evidence seen = all_well();
  seen.end.code = 1;
  CHECK(judge(seen).code == exit_code::crashed);
}

TEST_CASE("a flood of output") {
  evidence seen = all_well();
  seen.end.kind = process_end::how::flooded;
  const verdict v = judge(seen);
  CHECK(v.code == exit_code::crashed);
  CHECK(v.headline.find("too much output") != std::string::npos);
}

TEST_CASE("forged records never pass") {
  evidence seen = all_well();
  SUBCASE("an end without the nonce") { seen.records.ends = {{"", true, 3, 0}}; }
  SUBCASE("an end with another nonce") { seen.records.ends = {{"guess", true, 3, 0}}; }
  SUBCASE("a second end") { seen.records.ends.push_back({"guess", true, 3, 0}); }
  SUBCASE("another number of cases than the grader ran") { seen.records.ends[0].cases = 2; }
  SUBCASE("lines that are no record") { seen.records.malformed = 1; }
  SUBCASE("no nonce at all, on both sides") {
    seen.nonce.clear();
    seen.records.ends = {{"", true, 3, 0}};
  }
  CHECK(judge(seen).code == exit_code::crashed);
}

TEST_CASE("a case that did not pass is never overlooked") {
  evidence seen = all_well();
  SUBCASE("the grader's end says so") { seen.records.ends[0].passed = false; }
  SUBCASE("the grader counted a failure") { seen.records.ends[0].failed = 1; }
  SUBCASE("a case says so, the end does not") {
    seen.records.cases[0] = failed_case("results", "wrong");
  }
  SUBCASE("a case of an unknown suite") { seen.records.cases[0] = failed_case("speed", "slow"); }
  SUBCASE("a case could not be decided") {
    seen.records.cases[2].passed = false;
    seen.records.cases[2].undecided = "this back end does not count";
  }
  CHECK_FALSE(judge(seen).passed());
}

TEST_CASE("a grader without cases never passes") {
  evidence seen = all_well();
  seen.records.cases.clear();
  seen.records.ends[0].cases = 0;
  const verdict v = judge(seen);
  CHECK_FALSE(v.passed());
  CHECK(v.headline == "the grader ran no test cases");
}

TEST_CASE("an undecided property does not hide the wrong result that caused it") {
  evidence seen = with_failure(0, "results", "N = 33: expected 528, got 496");
  seen.records.cases[2].passed = false;
  seen.records.cases[2].undecided = "the answer has to be right first";
  CHECK(judge(seen).headline == "N = 33: expected 528, got 496");
}

TEST_CASE("whatever else failed is kept for who asks for it") {
  evidence seen = with_failure(0, "results", "N = 33: expected 528, got 496");
  seen.records.cases[2] = failed_case("properties", "loads: 3 measured, at most 2 allowed\n  Why?");
  seen.records.ends[0].failed = 2;
  const verdict v = judge(seen);
  CHECK(v.headline == "N = 33: expected 528, got 496");
  CHECK(v.also == std::vector<std::string>{
                      "case \"right for every N\": loads: 3 measured, at most 2 allowed"});
  CHECK(mentions(v.next, "verify 05_reduction/ragged --all --seed 17"));
}

TEST_CASE("a refusal of the back end is not a wrong result") {
  evidence seen = with_failure(0, "results", "a kernel failed");
  seen.seen.refusals = {{"instruction tex at line 12 of kernel k is not supported",
                         refusal_reason::unsupported_instruction, "k"}};
  const verdict v = judge(seen);
  CHECK(v.code == exit_code::setup_missing);
  CHECK(v.headline == "instruction tex at line 12 of kernel k is not supported");
}

TEST_CASE("a kernel of the stub that is not there is an error of the answer") {
  evidence seen = with_failure(0, "results", "a kernel failed");
  seen.seen.refusals = {{"the PTX in this executable has no kernel hello(unsigned int)",
                         refusal_reason::no_kernel, "hello(unsigned int)"}};
  const verdict v = judge(seen);
  CHECK(v.code == exit_code::does_not_compile);
  CHECK(v.headline == seen.source + " has no kernel `hello(unsigned int)`");
}

TEST_CASE("a refusal that changed nothing does not matter") {
  evidence seen = all_well();
  seen.seen.refusals = {{"call is not supported", refusal_reason::unsupported_call, ""}};
  CHECK(judge(seen).passed());
}

TEST_CASE("a grader that finds no device says so before it begins") {
  evidence seen = all_well();
  seen.records = {};
  seen.end.code = 5;
  seen.end.output = "No device answers.\nmore\n";
  const verdict v = judge(seen);
  CHECK(v.code == exit_code::setup_missing);
  CHECK(v.headline == "No device answers.");
}

TEST_CASE("exit(5) of the learner is not a missing device") {
  evidence seen = all_well();
  seen.records.ends.clear();
  seen.end.code = 5;
  seen.end.results = "{\"type\":\"begin\"}\n";
  CHECK(judge(seen).code == exit_code::crashed);
}

TEST_CASE("on the GPU the headline says so") {
  evidence seen = with_failure(0, "results", "N = 33: expected 528, got 496");
  seen.on_gpu = true;
  CHECK(judge(seen).headline == "on the GPU: N = 33: expected 528, got 496");
}

TEST_CASE("in the watch a save grades again, and a key gives a hint") {
  evidence seen = all_well();
  seen.watched = true;
  seen.build.kind = build_result::outcome::does_not_compile;
  CHECK(mentions(judge(seen).next, "ragged.cu and save it."));
  seen = with_failure(0, "results", "N = 33: expected 528, got 496");
  seen.watched = true;
  CHECK_FALSE(mentions(judge(seen).next, "lockstep hint"));
}
