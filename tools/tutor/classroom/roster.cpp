#include "classroom/roster.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>

#include "language/language.hpp"
#include "support/csv.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::classroom {
namespace {

// Only ASCII's letters: the others' case is a matter of languages.
std::string in_small_letters(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x80)
      c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return trimmed(text);
}

// What a row may be called: each cell, the name of an address, and names in both orders.
std::set<std::string> names_of(const std::vector<std::string>& row, std::size_t columns) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < std::min(columns, row.size()); ++i) {
    const std::string cell = in_small_letters(row[i]);
    if (cell.empty()) continue;
    names.insert(cell);
    if (const auto at = cell.find('@'); at != std::string::npos) names.insert(cell.substr(0, at));
    if (const auto comma = cell.find(", "); comma != std::string::npos)
      names.insert(cell.substr(comma + 2) + " " + cell.substr(0, comma));
  }
  if (columns >= 2 && row.size() >= 2) {
    const std::string first = in_small_letters(row[0]), second = in_small_letters(row[1]);
    names.insert(first + " " + second);
    names.insert(second + " " + first);
  }
  return names;
}

// Of a folder or file: its own name, and what Canvas (lovelaceada_LATE_1234_567_ragged) or Moodle
// (Ada Lovelace_1234_assignsubmission_file_) has put into it.
std::vector<std::string> names_in(const std::string& folder) {
  static const std::regex canvas(R"([^_]+(?:_late)?_(\d+)_\d+_.*)");
  static const std::regex moodle(R"((.+)_\d+_assignsubmission_.*)");
  const std::string name = in_small_letters(folder);
  std::vector<std::string> found{name};
  std::smatch parts;
  if (std::regex_match(name, parts, moodle) || std::regex_match(name, parts, canvas))
    found.push_back(parts[1]);
  return found;
}

}  // namespace

roster read_roster(const std::string& file) {
  auto rows = csv_rows(content_of(file));
  if (rows.size() < 2)
    throw wrong_usage(tr("{} has no students", file),
                      tr("Export the gradebook as CSV, and name that file."));
  roster made{std::move(rows.front()), {}};
  rows.erase(rows.begin());
  for (auto& row : rows) {
    row.resize(made.header.size());
    made.rows.push_back(std::move(row));
  }
  return made;
}

matches match(const std::vector<std::string>& students, const roster& in, std::size_t columns) {
  std::map<std::string, std::set<std::size_t>> rows;
  for (std::size_t i = 0; i < in.rows.size(); ++i)
    for (const auto& name : names_of(in.rows[i], columns)) rows[name].insert(i);
  matches made;
  std::map<std::size_t, std::string> taken;
  for (const auto& student : students) {
    std::set<std::size_t> fits;
    for (const auto& name : names_in(student)) {
      if (!fits.empty()) break;
      if (const auto found = rows.find(name); found != rows.end()) fits = found->second;
    }
    const bool is_free = fits.size() == 1 && taken.emplace(*fits.begin(), student).second;
    if (is_free)
      made.row_of.emplace(student, *fits.begin());
    else
      made.unknown.push_back(student);
  }
  return made;
}

}  // namespace lockstep::tutor::classroom
