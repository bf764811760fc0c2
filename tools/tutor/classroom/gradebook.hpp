// Marks for the gradebooks of Canvas and Moodle.
#pragma once

#include <string>
#include <vector>

#include "classroom/marks.hpp"
#include "classroom/roster.hpp"

namespace lockstep::tutor::classroom {

struct gradebook {
  std::string csv;
  std::vector<std::string> notes;  // who or what is not in it, and why
};

// The gradebook that Canvas has exported, with the columns that say who somebody is, and a column
// for each exercise: that of the assignment which is called like it, or a new one. Students without
// a folder, and those of whom an answer could not be graded, have no row: an empty cell would erase
// a grade. Throws failure (usage) if it is no export of Canvas's.
gradebook for_canvas(const class_marks& marks, const roster& students);

// A table that Moodle imports: with a roster its columns and rows, without one a column `username`;
// then a column for each exercise. "-" is no grade.
gradebook for_moodle(const class_marks& marks, const roster* students);

}  // namespace lockstep::tutor::classroom
