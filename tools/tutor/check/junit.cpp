// JUnit's XML: a test case for each kernel and tool, one for the calls of the runtime and one for
// the program's own end; a finding is a failure of its case.
#include <fmt/format.h>

#include <algorithm>

#include "check/result.hpp"
#include "export/junit_document.hpp"
#include "lockstep/protocol/finding_kind.hpp"
#include "lockstep/protocol/finding_text.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

std::string_view tool_of(const protocol::finding& found) {
  return facts_of(found.kind.value()).tool;
}

class suite {
 public:
  junit::test_case& of(const std::string& class_name, std::string_view name) {
    const auto known = std::find_if(cases_.begin(), cases_.end(), [&](const junit::test_case& one) {
      return one.class_name == class_name && one.name == name;
    });
    if (known != cases_.end()) return *known;
    cases_.push_back({class_name, std::string(name), {}, {}, {}});
    return cases_.back();
  }
  const std::vector<junit::test_case>& cases() const { return cases_; }

 private:
  std::vector<junit::test_case> cases_;
};

// A case has one failure at most: the first finding names it, the text has all.
void fail(junit::test_case& one, const protocol::finding& found) {
  if (one.failure_type.empty()) {
    one.failure_message = protocol::headline(found);
    one.failure_type = found.kind.name();
  }
  one.failure_text += protocol::text(found) + "\n";
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
    if (result.allow_warnings && found.is_warning())
      told += protocol::text(found) + "\n";
    else
      fail(all.of(found.kernel.empty() ? host : found.kernel, tool_of(found)), found);
    if (!result.allow_warnings || !found.is_warning())
      for (const std::string& kernel : found.also_in) fail(all.of(kernel, tool_of(found)), found);
  }
  const std::string program = result.program.front();
  double seconds = 0;
  junit::test_case& end = all.of(program, "ends well");
  if (!first.end.succeeded()) end.failure_text = "the program " + end_in_words(first.end) + "\n";
  for (const auto& run : result.runs) {
    seconds += run.what.end.seconds;
    if (run.differs) end.failure_text += "results differ: " + result.again(run.order) + "\n";
  }
  if (!end.failure_text.empty()) {
    end.failure_message = first_line(end.failure_text);
    end.failure_type = "program";
  }
  return junit::document({{program, "lockstep.check", seconds, all.cases(), told}});
}

}  // namespace lockstep::tutor
