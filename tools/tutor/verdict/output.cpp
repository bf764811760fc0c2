#include "verdict/output.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "language/language.hpp"
#include "lockstep/protocol/finding_record.hpp"
#include "support/text.hpp"
#include "verdict/outcome.hpp"
#include "verdict/warnings.hpp"

namespace lockstep::tutor {

using nlohmann::ordered_json;

namespace {

std::string label(const verdict& v, const palette& colours) {
  const std::string label =
      v.refused ? protocol::phrase("not-allowed", "not allowed") : label_of(v.code);
  return v.passed() ? colours.good(label) : colours.bad(label);
}

// Advice of a check stands behind "what to do:" elsewhere, and begins with a small letter.
std::string sentence(std::string line) {
  if (!line.empty() && line[0] >= 'a' && line[0] <= 'z')
    line[0] = static_cast<char>(line[0] - 'a' + 'A');
  return line;
}

ordered_json json_of(const protocol::modelled_timing& one) {
  ordered_json object = {{"case", one.what}, {"device", one.device}};
  if (!one.refused.empty()) {
    object["refused"] = one.refused;
    return object;
  }
  object.update({{"microseconds", one.microseconds},
                 {"error_percent", one.error_percent},
                 {"limited_by", one.limited_by},
                 {"other_work", one.other_work}});
  if (!one.rival.empty())
    object.update({{"rival", one.rival}, {"rival_microseconds", one.rival_microseconds}});
  return object;
}

}  // namespace

std::string source_excerpt(const checkout_paths& paths, const std::string& file, unsigned line) {
  const std::string text = file.empty() ? std::string() : line_of(paths.file(file), line);
  return text.empty() ? std::string() : fmt::format("{:5} | {}", line, text);
}

std::string to_text(const verdict& v, const checkout_paths& paths, const palette& colours,
                    const std::vector<std::string>& shown) {
  std::string text = fmt::format("{}: {}: {}\n", colours.bold(v.exercise), label(v, colours),
                                 in_language(v.headline));
  // A compiler's excerpt shows the line already.
  if (v.code != exit_code::does_not_compile) {
    const auto excerpt = source_excerpt(paths, v.file, v.line);
    if (!excerpt.empty()) text += excerpt + "\n";
  }
  text += text_of_likely_cause(v, paths, colours);
  for (const auto& line : v.details) text += "  " + in_language(line) + "\n";
  if (v.passed() && v.gpu_results)
    text += "  " + tr("The results are right on the GPU too.") + "\n";
  text += text_of_other_warnings(v, paths, colours);
  if (!shown.empty()) text += "\n";
  for (const auto& line : shown) text += "  " + in_language(line) + "\n";
  if (!shown.empty()) text += "\n";
  return text + text_of_next(v, colours);
}

std::string text_of_next(const verdict& v, const palette& colours) {
  std::string text;
  for (const auto& line : v.next)
    text += fmt::format("{} {}\n", colours.warn("->"), sentence(in_language(line)));
  return text;
}

ordered_json to_json(const verdict& v) {
  ordered_json object{{"exercise", v.exercise},
                      {"status", status_name(v.code)},
                      {"exit_code", static_cast<int>(v.code)},
                      {"headline", v.headline},
                      {"file", nullptr},
                      {"line", nullptr},
                      {"details", v.details},
                      {"next", v.next},
                      {"seed", v.seed},
                      {"suites", ordered_json::object()},
                      {"findings", ordered_json::array()},
                      {"also", v.also},
                      {"warnings", ordered_json::array()},
                      {"measured", ordered_json::array()},
                      {"times", ordered_json::array()},
                      {"model_times", ordered_json::array()},
                      {"gpu_results", v.gpu_results},
                      {"seconds", {{"build", v.build_seconds}, {"run", v.run_seconds}}}};
  if (!v.file.empty()) object["file"] = v.file;
  if (v.line != 0) object["line"] = v.line;
  for (const auto& suite : v.suites) {
    object["suites"][suite.suite] = {{"passed", suite.passed}, {"total", suite.total}};
  }
  for (const auto& one : v.warnings) {
    object["warnings"].push_back({{"file", one.what.file},
                                  {"line", one.what.line},
                                  {"code", one.what.code},
                                  {"message", one.what.message},
                                  {"likely_cause", one.likely_cause}});
  }
  for (const auto& one : v.measurements) {
    object["measured"].push_back({{"case", one.property},
                                  {"what", one.what},
                                  {"relation", one.relation},
                                  {"bound", one.bound},
                                  {"measured", one.measured}});
  }
  for (const auto& one : v.times) {
    object["times"].push_back(
        {{"case", one.what}, {"milliseconds", one.milliseconds}, {"bytes", one.bytes}});
    if (one.rival.empty()) continue;
    object["times"].back()["rival"] = one.rival;
    object["times"].back()["rival_milliseconds"] = one.rival_milliseconds;
  }
  for (const auto& one : v.model_times) object["model_times"].push_back(json_of(one));
  for (const auto& found : v.findings)
    object["findings"].push_back(ordered_json::parse(protocol::members_of(found)));
  return object;
}

}  // namespace lockstep::tutor
