#include "session.hpp"

#include <lockstep/data.hpp>

#include <fcntl.h>

#include <cstdlib>
#include <cstring>
#include <exception>

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
  ADD_FAIL_CHECK_AT(file, line, message);
}

void leave_undecided(const std::string& reason) {
  current_session().not_decided = reason;
  const doctest::TestCaseData& test_case = *current_session().test_case;
  ADD_MESSAGE_AT(test_case.m_file.c_str(), static_cast<int>(test_case.m_line), reason);
}

namespace {

// The value of a variable, which is then gone from the environment, and from the copy of it that
// /proc shows.
std::string take(const char* name) {
  char* value = std::getenv(name);
  if (value == nullptr) return {};
  const std::string taken = value;
  std::memset(value, 0, taken.size());
  unsetenv(name);
  return taken;
}

// The earliest priority that programs may use: before the constructors of static objects in the
// code under test.
[[gnu::constructor(101)]] void read_environment() {
  session& state = current_session();
  try {
    state.seed = fresh_seed();
    state.nonce = take("LOCKSTEP_NONCE");
    if (const std::string descriptor = take("LOCKSTEP_RESULT_FD"); !descriptor.empty()) {
      state.result_descriptor = std::stoi(descriptor);
      // Processes that the code under test starts are no readers or writers of it.
      fcntl(state.result_descriptor, F_SETFD, FD_CLOEXEC);
    }
  } catch (const std::exception& error) {
    state.problem = error.what();
  }
  take("LOCKSTEP_SEED");
}

}  // namespace
}  // namespace lockstep::grader
