#include "lockstep/protocol/excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <tuple>

#include "lockstep/protocol/words.hpp"

namespace lockstep::protocol {
namespace {

constexpr std::size_t longest_line = 160;

// Line `number` of `file`; empty if there is none.
std::string source_line(const std::string& file, std::uint32_t number) {
  std::ifstream source(file);
  std::string line;
  for (std::uint32_t i = 0; i < number; ++i)
    if (!std::getline(source, line)) return {};
  const std::size_t end = line.find_last_not_of(" \t\r");
  line.resize(end == std::string::npos ? 0 : end + 1);
  return line;
}

// Where a comment at the end of the line begins; its size if none does.
std::size_t end_of_code(const std::string& line) {
  bool in_text = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) in_text = !in_text;
    if (in_text || line.compare(i, 2, "//") != 0) continue;
    const std::size_t last = i == 0 ? std::string::npos : line.find_last_not_of(" \t", i - 1);
    return last == std::string::npos ? line.size() : last + 1;
  }
  return line.size();
}

// Of a line: from column `begin` until before `end`, from 0.
struct columns {
  std::size_t begin, end;
};

// Compilers give the column of the statement in the source as it is after the preprocessor: with a
// macro before it on the line (__global__, assert), it is another one here.
bool begins_statement(const std::string& line, std::size_t at) {
  if (at >= line.size() || line[at] == ' ' || line[at] == '\t') return false;
  if (at == 0) return true;
  const std::size_t before = line.find_last_not_of(" \t", at - 1);
  if (before == std::string::npos) return true;
  const std::string_view until(line.data(), before + 1);
  return std::string_view("{}();:").find(line[before]) != std::string_view::npos ||
         until.ends_with("else") || until.ends_with("do");
}

// From the statement's first letter to the end of the code on its line.
columns marked(const std::string& line, std::uint32_t column) {
  const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  const std::size_t end = end_of_code(line);
  const bool known = column != 0 && column <= end && begins_statement(line, column - 1);
  const std::size_t begin = known ? column - 1 : indent;
  return {begin, std::max(end, begin + 1)};
}

std::string below(const std::string& line, const mark& m, const palette& colours) {
  const columns s = marked(line, m.column);
  std::string text;
  for (std::size_t i = 0; i < s.begin; ++i) text += line[i] == '\t' ? '\t' : ' ';
  const std::size_t length = std::min(s.end, longest_line) - std::min(s.begin, longest_line - 1);
  std::string line_below = m.first ? "^" + std::string(length - 1, '~') : std::string(length, '-');
  line_below += " " + m.label;
  return text + (m.first ? colours.bad(line_below) : colours.other_side(line_below));
}

std::string shortened(const std::string& line) {
  if (line.size() <= longest_line) return line;
  return fmt::format("{} ...", line.substr(0, longest_line));
}

}  // namespace

std::string code_of_line(const std::string& file, std::uint32_t line) {
  const std::string text = source_line(file, line);
  return text.substr(0, end_of_code(text));
}

bool says_return(const std::string& file, std::uint32_t line) {
  const auto says = [&](std::uint32_t at) {
    return find_word(code_of_line(file, at), "return") != std::string::npos;
  };
  return says(line) || says(line + 1);
}

bool is_believable(const std::string& file, std::uint32_t line, std::uint32_t column) {
  const std::string text = source_line(file, line);
  return column != 0 && (text.empty() || begins_statement(text, column - 1));
}

std::string excerpt(std::vector<mark> marks, const palette& colours, std::vector<mark>& left) {
  if (marks.empty()) return {};
  const std::string first_file = marks.front().file;
  std::stable_sort(marks.begin(), marks.end(), [&](const mark& a, const mark& b) {
    return std::tuple(a.file != first_file, a.line) < std::tuple(b.file != first_file, b.line);
  });
  std::string text, file = first_file, line;
  std::uint32_t shown = 0;  // the last line of `file` that is shown
  for (const mark& m : marks) {
    if (m.file.empty() || m.line == 0) {
      left.push_back(m);
      continue;
    }
    if (m.file != file || m.line != shown) {
      line = source_line(m.file, m.line);
      if (line.empty()) {
        left.push_back(m);
        continue;
      }
      if (m.file != file)
        text += colours.margin("  --> ") + fmt::format("{}:{}\n", m.file, m.line);
      else if (shown != 0 && m.line > shown + 1)
        text += colours.margin("  ...") + "\n";
      file = m.file;
      shown = m.line;
      text += colours.margin(fmt::format("{:5} | ", m.line)) + shortened(line) + "\n";
    }
    text += colours.margin("      | ") + below(line, m, colours) + "\n";
  }
  return text;
}

}  // namespace lockstep::protocol
