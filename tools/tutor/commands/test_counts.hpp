// How many tests passed, over the build's tests and the promises of the exercises.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tutor {

struct test_counts {
  unsigned passed = 0, failed = 0, skipped = 0;
  std::vector<std::string> failures = {};  // a paragraph for each test that failed

  test_counts& operator+=(const test_counts& other);
};

// The name of a failed test, how it ended, and the last lines that it wrote. A long log is often
// read from its end, so these are repeated there.
std::string report_of_failures(const test_counts& all);

// From Meson's meson-logs/testlog.json: one JSON object a line, a test each.
test_counts read_test_log(std::string_view log);

// "12 passed, 0 failed", and ", 1 skipped" if any was.
std::string summary_of(const test_counts& all);

}  // namespace lockstep::tutor
