#include "verdict/source_lines.hpp"

#include <algorithm>

#include "support/text.hpp"

namespace lockstep::tutor {

std::string code_of(std::string source) {
  enum class state { code, line_comment, comment, literal } now = state::code;
  char quote = 0;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const char c = source[i], next = i + 1 < source.size() ? source[i + 1] : '\0';
    switch (now) {
      case state::code:
        if (c == '/' && (next == '/' || next == '*'))
          now = next == '/' ? state::line_comment : state::comment;
        else if (c == '"' || (c == '\'' && (i == 0 || !is_of_name(source[i - 1]))))
          now = state::literal, quote = c;
        if (now == state::line_comment || now == state::comment) source[i] = source[i + 1] = ' ';
        break;
      case state::line_comment:
        if (c == '\n')
          now = state::code;
        else
          source[i] = ' ';
        break;
      case state::comment:
        if (c == '*' && next == '/') {
          now = state::code;
          source[i] = source[i + 1] = ' ';
        } else if (c != '\n') {
          source[i] = ' ';
        }
        break;
      case state::literal:
        if (c == quote || c == '\n') {
          now = state::code;
        } else {
          source[i] = ' ';
          if (c == '\\' && next != '\n') source[++i] = ' ';
        }
        break;
    }
  }
  return source;
}

std::vector<std::string> words_of_list(const std::string& names) {
  std::vector<std::string> found;
  for (std::size_t begin = 0; begin < names.size();) {
    const auto end = std::min(names.find(' ', begin), names.size());
    found.push_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  return found;
}

bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::size_t find_word(const std::string& text, const std::string& name, std::size_t from) {
  for (auto at = text.find(name, from); at != std::string::npos; at = text.find(name, at + 1)) {
    const auto end = at + name.size();
    if ((at == 0 || !is_of_name(text[at - 1])) && (end == text.size() || !is_of_name(text[end])))
      return at;
  }
  return std::string::npos;
}

std::string_view behind(const std::string& line, std::size_t at) {
  std::string_view rest = std::string_view(line).substr(at);
  for (;;) {
    while (!rest.empty() && rest[0] == ' ') rest.remove_prefix(1);
    if (rest.empty() || rest[0] != '[') return rest;
    const auto end = rest.find(']');
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
}

bool is_assigned(const std::string& line, const std::string& name) {
  const auto at = find_word(line, name);
  if (at == std::string::npos) return false;
  const std::string_view rest = behind(line, at + name.size());
  const auto equals = rest.find('=');
  return equals != std::string_view::npos &&
         (equals == 0 || (equals == 1 && rest[0] != '<' && rest[0] != '>' && rest[0] != '!')) &&
         (equals + 1 == rest.size() || rest[equals + 1] != '=');
}

bool is_called(const std::string& line, const std::string& name) {
  const auto at = find_word(line, name);
  return at != std::string::npos && behind(line, at + name.size()).starts_with("(");
}

bool is_mentioned(const std::string& line, const std::string& name) {
  return find_word(line, name) != std::string::npos;
}

bool is_defined(const std::string& line, const std::string& name) {
  return !line.empty() && is_of_name(line[0]) && find_word(line, name) != 0 &&
         is_called(line, name) && !trimmed(line).ends_with(";") &&
         line.find("<<<") == std::string::npos;
}

numbers_of_lines lines_with(const std::vector<std::string>& lines, const std::string& name,
                            bool (*holds)(const std::string&, const std::string&)) {
  numbers_of_lines found;
  for (unsigned n = 1; n <= lines.size(); ++n)
    if (holds(lines[n - 1], name)) found.push_back(n);
  return found;
}

bool launches(const std::string& line, const std::string& name) {
  const auto arrows = line.find("<<<");
  return arrows != std::string::npos && find_word(line, name) < arrows;
}

bool is_declared(const std::string& line, const std::string& name) {
  const auto at = find_word(line, name);
  if (at == std::string::npos || at == 0) return false;
  const std::string before = trimmed(line.substr(0, at));
  if (before.empty() || before.ends_with("return") || before.find('=') != std::string::npos)
    return false;
  const std::string_view rest = behind(line, at + name.size());
  const bool ends = rest.empty() || rest[0] == ';' || rest[0] == '=' || rest[0] == ',' ||
                    rest[0] == ')' || rest[0] == '{';
  return ends && (is_of_name(before.back()) || before.back() == '>');
}

unsigned line_that_assigns(const std::vector<std::string>& lines, const std::string& name,
                           unsigned line) {
  if (name.empty()) return 0;
  for (unsigned n = line; n > 0 && !lines[n - 1].starts_with("}"); --n)
    if (is_assigned(lines[n - 1], name) || is_mentioned(lines[n - 1], "dim3 " + name)) return n;
  return 0;
}

}  // namespace lockstep::tutor
