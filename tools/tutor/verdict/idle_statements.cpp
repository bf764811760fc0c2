#include "verdict/idle_statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "support/text.hpp"
#include "verdict/source_lines.hpp"

namespace lockstep::tutor {
namespace {

constexpr std::size_t longest_statement = 400;  // std::regex recurses for each character

// Where the parenthesis that opens at `at` is closed; npos: nowhere.
std::size_t end_of_parentheses(const std::string& text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at;
  }
  return std::string::npos;
}

// What `if (...)`, `for (...)`, `while (...)` and `else` stand in front of.
std::string without_control(std::string statement) {
  static const std::regex control(
      R"(^\s*(?:(if|for|while|switch)\b\s*(?:constexpr\s*)?\(|else\b))");
  std::smatch match;
  while (std::regex_search(statement, match, control)) {
    std::size_t end = match.length(0);
    if (match[1].matched) {
      end = end_of_parentheses(statement, match.length(0) - 1);
      if (end == std::string::npos) return {};
      ++end;
    }
    statement.erase(0, end);
  }
  statement.erase(0, std::min(statement.find_first_not_of(" \n"), statement.size()));
  return statement;
}

// What is inside of parentheses and brackets is no part of the statement's own form.
std::string at_top_level(const std::string& statement) {
  std::string text;
  int depth = 0;
  for (const char c : statement) {
    if (c == ')' || c == ']') --depth;
    if (depth == 0) text += c;
    if (c == '(' || c == '[') ++depth;
  }
  return text;
}

// Empty if it does something, or nobody knows.
std::string idleness_of(const std::string& statement) {
  static const std::regex pure_call(
      R"(^((?:std::|::)?(?:f?max|f?min|fmaxf|fminf|abs|__shfl(?:_up|_down|_xor)?_sync|__popc|__ffs))\(\)$)");
  static const std::regex sum(R"(^[\w.:\[\]()>]+(?:\s*(?:\+|-(?!>)|/|%)\s*[\w.:\[\]()>]+)+$)");
  if (statement.size() > longest_statement) return {};
  if (statement.find('=') != std::string::npos || statement.find("++") != std::string::npos ||
      statement.find("--") != std::string::npos)
    return {};
  const std::string form = at_top_level(statement);
  std::smatch match;
  if (std::regex_match(form, match, pure_call))
    return fmt::format("the result of {} is not used", match[1].str());
  if (std::regex_match(form, sum)) return "the value of this expression is not used";
  return {};
}

// Lines for the preprocessor as empty ones.
std::string without_directives(const std::string& code) {
  std::string text;
  for (const auto& line : lines_of(code)) text += (line.starts_with("#") ? "" : line) + "\n";
  return text;
}

}  // namespace

std::optional<idle_statement> first_idle_statement(const std::string& source) {
  const std::string code = without_directives(code_of(source));
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at < code.size(); ++at) {
    const char c = code[at];
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (depth > 0 || (c != ';' && c != '{' && c != '}')) continue;
    if (c == ';') {
      const std::string statement = without_control(code.substr(begin, at - begin));
      if (auto what = idleness_of(statement); !what.empty()) {
        const std::size_t place = at - statement.size();
        const auto line = 1 + std::count(code.begin(), code.begin() + std::ptrdiff_t(place), '\n');
        return idle_statement{static_cast<unsigned>(line), std::move(what)};
      }
    }
    begin = at + 1;
  }
  return std::nullopt;
}

}  // namespace lockstep::tutor
