// Counting tests.
#include "commands/test_counts.hpp"

#include <doctest/doctest.h>

using lockstep::tutor::read_test_log;
using lockstep::tutor::report_of_failures;
using lockstep::tutor::summary_of;
using lockstep::tutor::test_counts;

TEST_CASE("Meson's outcomes are passed, failed or skipped") {
  const test_counts counted = read_test_log(
      "{\"name\": \"a\", \"result\": \"OK\"}\n{\"result\": \"EXPECTEDFAIL\"}\n"
      "{\"result\": \"FAIL\"}\n{\"result\": \"TIMEOUT\"}\n{\"result\": \"UNEXPECTEDPASS\"}\n"
      "{\"result\": \"SKIP\"}\n");
  CHECK(counted.passed == 2);
  CHECK(counted.failed == 3);
  CHECK(counted.skipped == 1);
}

TEST_CASE("a record that was cut off counts as failed") {
  const test_counts counted = read_test_log("{\"result\": \"OK\"}\n{\"result\": \"O");
  CHECK(counted.passed == 1);
  CHECK(counted.failed == 1);
}

TEST_CASE("the summary names skipped tests only where there are some") {
  CHECK(summary_of({3, 0, 0}) == "3 passed, 0 failed");
  CHECK(summary_of({3, 1, 2}) == "3 passed, 1 failed, 2 skipped");
}

TEST_CASE("failed tests are named again with the end of their output") {
  const test_counts counted = read_test_log(
      "{\"name\": \"waits\", \"result\": \"TIMEOUT\", \"stdout\": \"one\\ntwo\\n\"}\n"
      "{\"name\": \"runs\", \"result\": \"OK\", \"stdout\": \"three\\n\"}\n");
  const std::string text = report_of_failures(counted);
  CHECK(text.find("  waits (TIMEOUT)\n    one\n    two\n") != std::string::npos);
  CHECK(text.find("runs") == std::string::npos);
}

TEST_CASE("nothing is said of failures where there are none") {
  CHECK(report_of_failures(read_test_log("{\"result\": \"OK\"}\n")).empty());
}
