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

#include "apart.hpp"
#include "findings.hpp"
#include "session.hpp"

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

}  // namespace

int main(int argc, char** argv) {
  using namespace lockstep::grader;
  if (!current_session().problem.empty()) {
    std::cerr << current_session().problem << '\n';
    return bad_command_line;
  }
  current_session().arguments.assign(argv + 1, argv + argc);
  if (const auto code = run_as_part()) return *code;  // before anything calls the CUDA runtime
  if (const auto problem = lockstep::missing_device()) {
    std::cerr << *problem << '\n';
    return setup_missing;
  }
  std::atexit(refuse_early_exit);
  int result = doctest::Context(argc, argv).run();
  if (result == 0 && !findings().empty()) result = 1;
  finished = true;
  return result;
}
