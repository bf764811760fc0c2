#include "commands/test_counts.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "language/language.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {

test_counts& test_counts::operator+=(const test_counts& other) {
  passed += other.passed;
  failed += other.failed;
  skipped += other.skipped;
  return *this;
}

test_counts read_test_log(std::string_view log) {
  test_counts result;
  for (const auto& line : lines_of(log)) {
    const auto test = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
    const std::string outcome = test.is_object() ? test.value("result", "") : "";
    if (outcome == "OK" || outcome == "EXPECTEDFAIL") {
      ++result.passed;
    } else if (outcome == "SKIP") {
      ++result.skipped;
    } else {
      ++result.failed;  // also a line that cannot be read: a test that did not report
    }
  }
  return result;
}

std::string summary_of(const test_counts& all) {
  std::string text = tr("{} passed, {} failed", all.passed, all.failed);
  if (all.skipped > 0) text += fmt::format(", {} skipped", all.skipped);
  return text;
}

}  // namespace lockstep::tutor
