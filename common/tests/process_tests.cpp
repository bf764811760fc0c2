#include <doctest/doctest.h>
#include <lockstep/process.hpp>

#include <csignal>
#include <cstdlib>
#include <iostream>

using namespace lockstep;

// What the tests below start: run by name alone.
TEST_CASE("child: says what it was told" * doctest::skip()) {
  std::cout << "<" << std::getenv("LOCKSTEP_TEST_WORD") << ">" << std::endl;
}
TEST_CASE("child: exits with 9" * doctest::skip()) { std::_Exit(9); }
TEST_CASE("child: is killed" * doctest::skip()) { (void)raise(SIGKILL); }

namespace {
process_result child(const char* name, const environment_changes& changes = {}) {
  return run_again({std::string("--test-case=child: ") + name, "--no-skip"}, changes);
}
}  // namespace

TEST_CASE("a program starts itself again, in another environment, and hears what it prints") {
  const process_result result = child("says what it was told", {{"LOCKSTEP_TEST_WORD", "a, b"}});
  CHECK(result.output.find("<a, b>") != std::string::npos);
  CHECK(result.exit_code == 0);
  CHECK(result.signal == 0);
  CHECK(std::getenv("LOCKSTEP_TEST_WORD") == nullptr);
}

TEST_CASE("how it ends is known: by a code or by a signal") {
  CHECK(child("exits with 9").exit_code == 9);
  const process_result killed = child("is killed");
  CHECK(killed.signal == SIGKILL);
  CHECK(killed.exit_code == 0);
}
