#include "commands/test_counts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <span>

#include <nlohmann/json.hpp>

#include "language/language.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {

namespace {

constexpr std::size_t last_lines = 12;

// "lockstep:emulator / waits (TIMEOUT)", and the end of what the test wrote, indented.
std::string failure_of(const nlohmann::ordered_json& test) {
  if (!test.is_object()) return tr("  a test whose record was cut off\n");
  std::string text = fmt::format("  {} ({})\n", test.value("name", ""), test.value("result", ""));
  auto lines = lines_of(test.value("stdout", ""));
  std::ranges::copy(lines_of(test.value("stderr", "")), std::back_inserter(lines));
  const auto shown = std::min(lines.size(), last_lines);
  for (const auto& line : std::span(lines).last(shown)) text += fmt::format("    {}\n", line);
  return text;
}

}  // namespace

test_counts& test_counts::operator+=(const test_counts& other) {
  passed += other.passed;
  failed += other.failed;
  skipped += other.skipped;
  failures.insert(failures.end(), other.failures.begin(), other.failures.end());
  return *this;
}

test_counts read_test_log(std::string_view log) {
  test_counts result;
  for (const auto& line : lines_of(log)) {
    const auto test = nlohmann::ordered_json::parse(line, nullptr, /*allow_exceptions=*/false);
    const std::string outcome = test.is_object() ? test.value("result", "") : "";
    if (outcome == "OK" || outcome == "EXPECTEDFAIL") {
      ++result.passed;
    } else if (outcome == "SKIP") {
      ++result.skipped;
    } else {
      ++result.failed;  // also a line that cannot be read: a test that did not report
      result.failures.push_back(failure_of(test));
    }
  }
  return result;
}

std::string report_of_failures(const test_counts& all) {
  if (all.failures.empty()) return "";
  return tr("Failed tests of the build:\n") + fmt::format("{}", fmt::join(all.failures, ""));
}

std::string summary_of(const test_counts& all) {
  std::string text = tr("{} passed, {} failed", all.passed, all.failed);
  if (all.skipped > 0) text += fmt::format(", {} skipped", all.skipped);
  return text;
}

}  // namespace lockstep::tutor
