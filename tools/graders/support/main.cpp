// The main of every grader: doctest's, which also notices when the code under test ends the
// program.
#define DOCTEST_CONFIG_IMPLEMENT
// A crash should end the process at once, with its signal: after it, the heap cannot be trusted to
// write a report.
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS
#include <doctest/doctest.h>
#include <lockstep/device.hpp>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "alternatives.hpp"
#include "answer.hpp"
#include "crash.hpp"
#include "findings.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "separate_process.hpp"
#include "session.hpp"
#include "supervisor.hpp"

bool lockstep::grader::would_succeed(const char* suite, const char* name) {
  session& state = current_session();
  state.supposing = true;
  state.supposition_fails = false;
  const draws before = state.drawn;
  for (const doctest::detail::TestCase& one : doctest::detail::getRegisteredTests()) {
    if (state.supposition_fails || std::string_view(one.m_test_suite) != suite) continue;
    if (name != nullptr && std::string_view(one.m_name) != name) continue;
    state.drawn.begin_case(one.m_test_suite, one.m_name);
    try {
      one.m_test();
    } catch (const std::exception&) {
      state.supposition_fails = true;
    }
  }
  state.supposing = false;
  state.drawn = before;
  return !state.supposition_fails;
}

namespace {

constexpr int setup_missing = 5;
constexpr int bad_command_line = 64;

bool finished = false;

// exit(0) in the code under test must not look like success.
void refuse_early_exit() {
  if (finished) return;
  std::fflush(nullptr);
  std::fprintf(stderr, "The program ended itself (exit was called) before the grader was done.\n");
  _exit(1);
}

using lockstep::protocol::phrase;

void say(const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); }

// The exit code where no tutor gives the verdict, for doctest's `result`. What was not decided has
// not passed.
int verdict_alone(int result) {
  const lockstep::grader::session& state = lockstep::grader::current_session();
  if (state.cases == 0) {
    say(phrase("no-case-was-run", "Not passed: no test case was run."));
    return 1;
  }
  if (state.undecided_cases == 0 || state.failed_cases > 0) return result;
  say(phrase("cases-undecided", "Not passed: {} of {} test cases could not be decided. {}",
             state.undecided_cases, state.cases, state.first_undecided));
  return setup_missing;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace lockstep::grader;
  if (!current_session().problem.empty()) {
    std::cerr << current_session().problem << '\n';
    return bad_command_line;
  }
  current_session().arguments.assign(argv + 1, argv + argc);
  if (has_answer_apart()) {
    if (!is_part()) std::atexit(refuse_early_exit);
    start_answer();
  }
  choose_alternative_of_parent();
  if (const auto code = run_as_part()) return *code;  // before anything calls the CUDA runtime
  if (const auto problem = lockstep::missing_device()) {
    std::cerr << *problem << '\n';
    return setup_missing;
  }
  record_crashes();
  if (!has_answer_apart()) std::atexit(refuse_early_exit);
  doctest::Context context(argc, argv);
  int result = context.run();
  const bool asked_only = context.shouldExit();  // as for --list-test-cases
  if (!asked_only && !has_tutor()) result = verdict_alone(result);
  if (result == 0 && !findings().empty()) result = 1;
  finished = true;
  notify_supervisor(asked_only    ? conclusion::nothing_graded
                    : result == 0 ? conclusion::passed
                                  : conclusion::failed);
  return result;
}
