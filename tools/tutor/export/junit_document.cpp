#include "export/junit_document.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <string_view>

#include "support/text.hpp"

namespace lockstep::tutor::junit {
namespace {

// Text of XML 1.0.
std::string escaped(std::string_view any_bytes) {
  std::string out;
  for (const char c : readable_text(any_bytes)) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string timestamp() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(std::time(nullptr)));
}

std::string element(const test_case& one) {
  const std::string start = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\"",
                                        escaped(one.class_name), escaped(one.name));
  if (one.failure_type.empty()) return start + "/>\n";
  return start + fmt::format(
                     ">\n      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n"
                     "    </testcase>\n",
                     one.error ? "error" : "failure", escaped(one.failure_message),
                     escaped(one.failure_type), escaped(one.failure_text));
}

std::string element(const test_suite& suite, std::size_t id) {
  const auto count = [&](bool error) {
    return std::count_if(suite.cases.begin(), suite.cases.end(), [&](const test_case& one) {
      return !one.failure_type.empty() && one.error == error;
    });
  };
  std::string text = fmt::format(
      "  <testsuite id=\"{}\" package=\"{}\" name=\"{}\" timestamp=\"{}\" "
      "hostname=\"localhost\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\">\n"
      "    <properties/>\n",
      id, escaped(suite.package), escaped(suite.name), timestamp(), suite.cases.size(),
      count(false), count(true), suite.seconds);
  for (const auto& one : suite.cases) text += element(one);
  return text + fmt::format("    <system-out>{}</system-out>\n    <system-err/>\n  </testsuite>\n",
                            escaped(suite.output));
}

}  // namespace

std::string document(const std::vector<test_suite>& suites) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (std::size_t i = 0; i < suites.size(); ++i) text += element(suites[i], i);
  return text + "</testsuites>\n";
}

}  // namespace lockstep::tutor::junit
