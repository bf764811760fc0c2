#include "support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lockstep/protocol/phrase.hpp"

namespace lockstep::tutor {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

std::string count_of(std::size_t count, std::string_view noun, std::string_view ending) {
  return protocol::phrase("", fmt::format("{{}} {}{}", noun, count == 1 ? "" : ending).c_str(),
                          count);
}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

std::string line_of(const std::filesystem::path& file, unsigned line) {
  std::ifstream in(file);
  std::string text;
  for (unsigned i = 0; i < line; ++i) {
    if (!std::getline(in, text)) return {};
  }
  return line == 0 ? std::string() : text;
}

std::string csv_line(const std::vector<std::string>& cells, std::string_view end) {
  const auto quoted = [](const std::string& cell) {
    if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
    std::string text = "\"";
    for (const char c : cell) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
  };
  std::vector<std::string> line;
  for (const auto& cell : cells) line.push_back(quoted(cell));
  return join(line, ",") + std::string(end);
}

std::string shell_word(std::string_view text) {
  const bool is_plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_./-+,:@%").find(c) != std::string_view::npos;
  });
  if (is_plain) return std::string(text);
  return "'" + replaced(std::string(text), "'", "'\\''") + "'";
}

std::string readable_text(std::string_view bytes) {
  using json = nlohmann::ordered_json;
  std::string text = json::parse(json(bytes).dump(-1, ' ', false, json::error_handler_t::replace));
  for (auto& c : text) {
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f) c = ' ';
  }
  for (const std::string forbidden : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) {  // U+FFFE, U+FFFF
    for (auto at = text.find(forbidden); at != std::string::npos; at = text.find(forbidden, at))
      text.replace(at, forbidden.size(), " ");
  }
  return text;
}

}  // namespace lockstep::tutor
