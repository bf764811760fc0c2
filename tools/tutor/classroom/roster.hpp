// Who is in a class, as a gradebook has exported it, and which of them a student's folder belongs
// to.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tutor::classroom {

struct roster {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // each as long as the header
};

// Throws failure (usage) if the file cannot be read, or has no rows below its header.
roster read_roster(const std::string& file);

// Whose folder is whose.
struct matches {
  std::map<std::string, std::size_t> row_of;  // by student
  std::vector<std::string> unknown;           // students that no row, or more than one, fits
};

// A student's folder is called as a cell of their row (a login, a number, an address, a name), as
// the part of an address before its @, or as Canvas or Moodle names what was handed in. Big and
// small letters are the same. `columns`: how many of each row may name somebody.
matches match(const std::vector<std::string>& students, const roster& in, std::size_t columns);

}  // namespace lockstep::tutor::classroom
