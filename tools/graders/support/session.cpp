#include "session.hpp"

#include <lockstep/data.hpp>

#include <fcntl.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "supervisor.hpp"
#include "trial_confinement.hpp"

namespace lockstep::grader {

session& current_session() {
  static session state;
  return state;
}

void fail_case(const std::string& message) {
  const doctest::TestCaseData& test_case = *current_session().test_case;
  fail_case(message, test_case.m_file.c_str(), static_cast<int>(test_case.m_line));
}

void fail_case(const std::string& message, const char* file, int line) {
  if (current_session().supposing) {
    current_session().supposition_fails = true;
    return;
  }
  ADD_FAIL_CHECK_AT(file, line, message);
}

void leave_undecided(const std::string& reason) {
  session& state = current_session();
  if (state.supposing) {
    state.supposition_fails = state.supposition_fails || state.undecided_fails;
    return;
  }
  state.not_decided = reason;
  const doctest::TestCaseData& test_case = *state.test_case;
  const char* const file = test_case.m_file.c_str();
  const int line = static_cast<int>(test_case.m_line);
  const bool decides = std::strcmp(test_case.m_test_suite, "time") != 0;
  // Without the tutor doctest's summary is what is read: it must not say that all cases passed.
  if (!has_tutor() && decides && state.failed_suite.empty()) {
    ADD_FAIL_CHECK_AT(file, line, "undecided: " << reason);
  } else {
    ADD_MESSAGE_AT(file, line, reason);
  }
}

namespace {

// What the tutor tells this process only, taken before any code under test can look for it.
struct secrets {
  char nonce[128], result_descriptor[16], verdict_descriptor[16];
};
secrets taken;

// Copies the value of a variable and wipes it, also for readers of /proc. Calls nothing.
void take(const char* name, char* const* environment, char* to, std::size_t size) {
  for (; *environment != nullptr; ++environment) {
    char* at = *environment;
    const char* wanted = name;
    while (*wanted != '\0' && *at == *wanted) ++at, ++wanted;
    if (*wanted != '\0' || *at != '=') continue;
    ++at;
    for (std::size_t i = 0; at[i] != '\0'; at[i++] = '\0') {
      if (i + 1 < size) to[i] = at[i];
    }
  }
}

// Before the constructors of static objects, in whatever file and of whatever priority: the linker
// puts what stands in this section of ours before an answer's, and the tutor refuses answers that
// have such a section at all.
void take_secrets(int argc, char** argv, char** environment) {
  supervise(argc, argv, environment);
  take("LOCKSTEP_NONCE", environment, taken.nonce, sizeof taken.nonce);
  take("LOCKSTEP_RESULT_FD", environment, taken.result_descriptor, sizeof taken.result_descriptor);
  take("LOCKSTEP_VERDICT_FD", environment, taken.verdict_descriptor,
       sizeof taken.verdict_descriptor);
  confine_trials(environment);
}
[[gnu::section(".preinit_array"),
  gnu::used]] void (*const at_the_very_start)(int, char**, char**) = take_secrets;

// -1 if there is none. Processes that the code under test starts do not inherit it.
int own_descriptor(const std::string& text) {
  if (text.empty()) return -1;
  const int number = std::stoi(text);
  fcntl(number, F_SETFD, FD_CLOEXEC);
  return number;
}

// The earliest priority that programs may use.
[[gnu::constructor(101)]] void begin_session() {
  session& state = current_session();
  try {
    state.seed = fresh_seed();
    state.nonce = taken.nonce;
    state.result_descriptor = own_descriptor(taken.result_descriptor);
    state.verdict_descriptor = own_descriptor(taken.verdict_descriptor);
    if (const char* checks = std::getenv("LOCKSTEP_CHECKS")) state.checks = checks;
  } catch (const std::exception& error) {
    state.problem = error.what();
  }
  for (const char* name :
       {"LOCKSTEP_NONCE", "LOCKSTEP_RESULT_FD", "LOCKSTEP_VERDICT_FD", "LOCKSTEP_SEED"})
    unsetenv(name);
}

}  // namespace
}  // namespace lockstep::grader
