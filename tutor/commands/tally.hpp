// How many tests passed, over the build's tests and the promises of the exercises.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::tutor {

struct tally {
  unsigned passed = 0, failed = 0, skipped = 0;

  tally& operator+=(const tally& other);
};

// From Meson's meson-logs/testlog.json: one JSON object a line, a test each.
tally read_test_log(std::string_view log);

// "12 passed, 0 failed", and ", 1 skipped" if any was.
std::string summary_of(const tally& all);

}  // namespace lockstep::tutor
