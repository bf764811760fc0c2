#include <nlohmann/json.hpp>

#include "export/export.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;

// The body of a case in the grader's source, without its indent: from the line that names it to the
// line that closes it.
std::string code_of(const std::string& grader, const std::string& name) {
  const auto lines = lines_of(grader);
  std::string code, indent, end;
  for (const auto& line : lines) {
    if (end.empty()) {
      const auto at = line.find("TEST_CASE(\"" + name + "\"");
      if (at == std::string::npos) continue;
      indent = line.substr(0, at);
      end = indent + "}";
      if (trimmed(line).ends_with("}")) return trimmed(line);
    }
    code += (line.starts_with(indent) ? line.substr(indent.size()) : line) + "\n";
    if (line == end) return code;
  }
  return code;
}

// The interface takes 65535 bytes of UTF-8 at most; JSON that is written later must not make them
// more.
std::string message_of(const std::string& any_bytes) {
  constexpr std::size_t most = 65535;
  const std::string cut = "\n...";
  std::string text = readable_text(any_bytes);
  if (text.size() <= most) return text;
  std::size_t end = most - cut.size();
  while ((static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // a whole character
  return text.substr(0, end) + cut;
}

ordered_json to_test(const case_record& one, const std::string& prefix, const std::string& grader) {
  ordered_json test{{"name", prefix + one.suite + ": " + one.name},
                    {"test_code", code_of(grader, one.name)},
                    {"status", one.passed              ? "pass"
                               : one.undecided.empty() ? "fail"
                                                       : "error"}};
  if (!one.passed)
    test["message"] =
        message_of(one.failures.empty() ? one.undecided : one.failures.front().message);
  return test;
}

}  // namespace

std::string to_exercism(const std::vector<graded_exercise>& all, const checkout_paths& paths) {
  ordered_json tests = ordered_json::array();
  std::string why;
  bool passed = true;
  for (const auto& graded : all) {
    const exercise* of = graded.of;
    const verdict& result = graded.result;
    const std::string prefix = all.size() > 1 ? of->name + ": " : "";
    const std::string grader = content_of(paths.file("tools/graders/" + of->name + ".cpp"));
    passed = passed && result.passed();
    bool reported = result.passed();
    for (const auto& one : result.cases) {
      tests.push_back(to_test(one, prefix, grader));
      reported = reported || one.failed();
    }
    if (result.passed()) continue;
    why += prefix + result.headline + "\n" + explanation(result);
    // Of several exercises one that has no cases is told, too.
    if (!reported && (!result.cases.empty() || all.size() > 1)) {
      tests.push_back({{"name", prefix + "verdict"},
                       {"test_code", ""},
                       {"status", "fail"},
                       {"message", message_of(result.headline + "\n" + explanation(result))}});
    }
  }
  const char* status = passed ? "pass" : tests.empty() ? "error" : "fail";
  ordered_json root{{"version", 3}, {"status", status}};
  if (tests.empty() && !passed) root["message"] = message_of(why);
  root["tests"] = std::move(tests);
  return root.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace lockstep::tutor
