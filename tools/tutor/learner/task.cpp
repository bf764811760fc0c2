#include "learner/task.hpp"

#include <regex>
#include <utility>

#include "language/language.hpp"
#include "support/text.hpp"
#include "terminal/styled_text.hpp"

namespace lockstep::tutor {
namespace {

// How far the text stands behind the label or the mark that the line begins with; 0: behind none.
std::size_t hanging_of(const std::string& line) {
  static const std::regex label(R"(^(Task|Given|Done when|Interface)  ?\s*)");
  static const std::regex item(R"(^\s*(-|\d+\.) +)");
  std::smatch match;
  const bool found = std::regex_search(line, match, label) || std::regex_search(line, match, item);
  return found ? static_cast<std::size_t>(match.length()) : 0;
}

std::size_t indent_of(const std::string& line) {
  const auto at = line.find_first_not_of(' ');
  return at == std::string::npos ? 0 : at;
}

// A line that continues the paragraph before it. Indented text that belongs to no label is code; a
// number at the beginning of a line is a list's only if a list can begin or go on there.
bool continues(const paragraph& before, const std::string& line) {
  if (before.text.empty() || line.empty()) return false;
  const bool begins_with_a_digit = line[0] >= '0' && line[0] <= '9';
  if (hanging_of(line) > 0 && (!begins_with_a_digit || hanging_of(before.text) > 0)) return false;
  const bool under_a_label = hanging_of(before.text) > 0;
  return under_a_label ? indent_of(line) > 0 : indent_of(line) == 0 && indent_of(before.text) == 0;
}

// The label takes as many columns as before: what stands behind it goes on below itself.
void translate(paragraph& one) {
  static const std::regex labelled(R"(^(Task|Given|Done when|Interface)(  +))");
  std::smatch match;
  if (!std::regex_search(one.text, match, labelled)) {
    one.text = in_language(one.text);
    return;
  }
  const std::string label = tr(fmt::runtime(match[1].str())), rest = match.suffix();
  const std::size_t room = static_cast<std::size_t>(match.length());
  const std::size_t padding = room > columns(label) + 1 ? room - columns(label) : 1;
  one.text = label + std::string(padding, ' ') + in_language(rest);
}

}  // namespace

std::vector<paragraph> task_in(const std::string& source) {
  std::vector<paragraph> task;
  bool title = true;
  for (const auto& line : lines_of(source)) {
    if (!line.starts_with("//")) break;
    const std::string text = line.substr(line.starts_with("// ") ? 3 : 2);
    if (std::exchange(title, false) || (task.empty() && text.empty())) continue;
    if (!task.empty() && continues(task.back(), text)) {
      task.back().text += " " + trimmed(text);
    } else {
      const std::size_t hanging = hanging_of(text);
      const std::size_t indent = hanging > 0 ? indent_of(text) : 0;
      task.push_back({text, hanging - indent});
    }
  }
  while (!task.empty() && task.back().text.empty()) task.pop_back();
  for (paragraph& one : task) translate(one);
  return task;
}

std::vector<std::string> wrapped(const std::vector<paragraph>& task, std::size_t width) {
  std::vector<std::string> lines;
  for (const auto& one : task) {
    if (one.text.empty()) {
      lines.emplace_back();
      continue;
    }
    for (auto& line : wrapped(one.text, width, one.hanging)) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace lockstep::tutor
