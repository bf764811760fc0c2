#include "support/csv.hpp"

#include <algorithm>

namespace lockstep::tutor {
namespace {

char separator_of(std::string_view text) {
  const auto first = text.substr(0, text.find('\n'));
  return std::count(first.begin(), first.end(), ';') > std::count(first.begin(), first.end(), ',')
             ? ';'
             : ',';
}

}  // namespace

std::vector<std::vector<std::string>> csv_rows(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const char separator = separator_of(text);
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row(1);
  bool quoted = false;
  const auto end_row = [&] {
    if (row.size() > 1 || !row.front().empty()) rows.push_back(row);
    row.assign(1, "");
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_twice = c == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"';
    if (is_twice)
      row.back() += text[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (quoted)
      row.back() += c;
    else if (c == separator)
      row.emplace_back();
    else if (c == '\n')
      end_row();
    else if (c != '\r')
      row.back() += c;
  }
  end_row();
  return rows;
}

}  // namespace lockstep::tutor
