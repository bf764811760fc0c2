// JUnit's XML: a test case for each kernel and tool, one for the calls of the runtime and one for
// the program's own end; a finding is a failure of its case.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "checks/kinds.hpp"
#include "checks/report.hpp"
#include "result.hpp"
#include "text.hpp"

namespace lockstep::tutor {
namespace {

// Text of XML 1.0, which has no control characters.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
      out += c;
    else
      out += ' ';
  }
  return out;
}

struct test_case {
  std::string class_name, name;
  std::string failure_message, failure_type, failure_text;
};

std::string timestamp() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", utc.tm_year + 1900, utc.tm_mon + 1,
                     utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

std::string_view tool_of(const checks::finding& found) {
  const auto* kind = checks::find_kind(found.kind);
  return kind == nullptr ? "execution" : kind->tool;
}

class suite {
 public:
  test_case& of(const std::string& class_name, std::string_view name) {
    const auto known = std::find_if(cases_.begin(), cases_.end(), [&](const test_case& one) {
      return one.class_name == class_name && one.name == name;
    });
    if (known != cases_.end()) return *known;
    cases_.push_back({class_name, std::string(name), {}, {}, {}});
    return cases_.back();
  }
  const std::vector<test_case>& cases() const { return cases_; }

 private:
  std::vector<test_case> cases_;
};

// A case has one failure at most: the first finding names it, the text has all.
void fail(test_case& one, const checks::finding& found) {
  if (one.failure_type.empty()) {
    one.failure_message = checks::headline(found);
    one.failure_type = found.kind;
  }
  one.failure_text += checks::text(found) + "\n";
}

std::string element(const test_case& one) {
  const std::string start = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\"",
                                        escaped(one.class_name), escaped(one.name));
  if (one.failure_type.empty()) return start + "/>\n";
  return start + fmt::format(
                     ">\n      <failure message=\"{}\" type=\"{}\">{}</failure>\n"
                     "    </testcase>\n",
                     escaped(one.failure_message), escaped(one.failure_type),
                     escaped(one.failure_text));
}

}  // namespace

std::string to_junit(const check_result& result) {
  suite all;
  const auto& first = result.first();
  const std::string host = "calls of the CUDA runtime";
  if (std::find(result.tools.begin(), result.tools.end(), "memcheck") != result.tools.end())
    all.of(host, "memcheck");
  for (const auto& [kernel, launches] : first.seen.kernels)
    for (const auto& tool : result.tools) all.of(kernel, tool);
  std::string told;
  for (const auto& one : result.findings) {
    const auto& found = one.what;
    if (result.allow_warnings && found.severity == "warning")
      told += checks::text(found) + "\n";
    else
      fail(all.of(found.kernel.empty() ? host : found.kernel, tool_of(found)), found);
  }
  const std::string program = result.program.front();
  double seconds = 0;
  test_case& end = all.of(program, "ends well");
  if (!first.end.succeeded())
    end.failure_text = "the program " + commands::end_in_words(first.end) + "\n";
  for (const auto& run : result.runs) {
    seconds += run.what.end.seconds;
    if (run.differs) end.failure_text += "results differ: " + result.again(run.order) + "\n";
  }
  if (!end.failure_text.empty()) {
    end.failure_message = first_line(end.failure_text);
    end.failure_type = "program";
  }
  const auto& cases = all.cases();
  const auto failures = std::count_if(
      cases.begin(), cases.end(), [](const test_case& one) { return !one.failure_type.empty(); });
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite id=\"0\" package=\"lockstep.check\" name=\"{}\" timestamp=\"{}\" "
      "hostname=\"localhost\" tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"{:.3f}\">\n"
      "    <properties/>\n",
      escaped(program), timestamp(), cases.size(), failures, seconds);
  for (const auto& one : cases) text += element(one);
  return text + fmt::format("    <system-out>{}</system-out>\n    <system-err/>\n", escaped(told)) +
         "  </testsuite>\n</testsuites>\n";
}

}  // namespace lockstep::tutor
