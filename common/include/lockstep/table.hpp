// Tables for a terminal: a header, a line of units, numbers to the right, words to the left.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

enum class align { left, right };

struct column {
  std::string title;
  std::string unit = {};
  align alignment = align::right;
};

// Columns that a text takes in a terminal: code points, of which combining and double-width ones
// are not used here.
inline std::size_t display_width(const std::string& utf8) {
  std::size_t width = 0;
  for (const char c : utf8) width += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return width;
}

class table {
 public:
  explicit table(std::vector<column> columns) : columns_(std::move(columns)) {}

  void add(std::vector<std::string> row) {
    if (row.size() != columns_.size())
      throw std::length_error("table: a row needs one cell per column");
    rows_.push_back(std::move(row));
  }

  // The same for programs: one row a line, and names that need no quotes.
  void print_csv(std::ostream& out) const {
    std::vector<std::string> names;
    for (const column& one : columns_) names.push_back(csv_name(one));
    print_csv_row(out, names);
    for (const auto& row : rows_) print_csv_row(out, row);
  }

  void print(std::ostream& out) const {
    std::vector<std::string> titles, units;
    std::vector<std::size_t> widths;
    bool has_units = false;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      titles.push_back(columns_[i].title);
      units.push_back(columns_[i].unit);
      has_units = has_units || !columns_[i].unit.empty();
      widths.push_back(std::max(display_width(titles[i]), display_width(units[i])));
      for (const auto& row : rows_) widths[i] = std::max(widths[i], display_width(row[i]));
    }
    print_row(out, titles, widths);
    if (has_units) print_row(out, units, widths);
    std::size_t total = 2 * (widths.empty() ? 0 : widths.size() - 1);
    for (const std::size_t width : widths) total += width;
    for (std::size_t i = 0; i < total; ++i) out << "─";
    out << '\n';
    for (const auto& row : rows_) print_row(out, row, widths);
  }

 private:
  // "branch eff." in "%" is branch_eff_percent.
  static std::string csv_name(const column& one) {
    std::string name;
    for (const char c : one.title + " " + (one.unit == "%" ? "percent" : one.unit)) {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
        name += c;
      } else if (!name.empty() && name.back() != '_') {
        name += '_';
      }
    }
    while (!name.empty() && name.back() == '_') name.pop_back();
    return name;
  }

  // A cell with a comma, a quote or a line break is quoted, as RFC 4180 says.
  static void print_csv_row(std::ostream& out, const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) out << ',';
      if (cells[i].find_first_of(",\"\n") == std::string::npos) {
        out << cells[i];
        continue;
      }
      out << '"';
      for (const char c : cells[i]) out << (c == '"' ? "\"\"" : std::string(1, c));
      out << '"';
    }
    out << '\n';
  }

  void print_row(std::ostream& out, const std::vector<std::string>& cells,
                 const std::vector<std::size_t>& widths) const {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string padding(widths[i] - display_width(cells[i]), ' ');
      if (i > 0) line += "  ";
      line += columns_[i].alignment == align::left ? cells[i] + padding : padding + cells[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }

  std::vector<column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// "3.14": a number with so many digits after the point.
inline std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

// The same, or what stands in for a value that does not exist.
inline std::string fixed(const std::optional<double>& value, int digits,
                         const std::string& otherwise = "-") {
  return value ? fixed(*value, digits) : otherwise;
}

// "16,777,216"
inline std::string grouped(unsigned long long value) {
  std::string text = std::to_string(value);
  for (std::size_t i = text.size(); i > 3;) text.insert(i -= 3, ",");
  return text;
}

}  // namespace lockstep
