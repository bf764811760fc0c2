// The parts of a class's page, as HTML.
#pragma once

#include <string>
#include <vector>

#include "class_page/mistakes.hpp"
#include "classroom/marks.hpp"
#include "context.hpp"

namespace lockstep::tutor::class_page {

// A line for each student, a column for each exercise. What did not pass is a link to the mistake.
std::string marks_table(const classroom::class_marks& marks, const std::vector<mistake>& mistakes);

std::string mistakes_section(const classroom::class_marks& marks,
                             const std::vector<mistake>& mistakes);

std::string similar_section(const context& all, const classroom::class_marks& marks);

}  // namespace lockstep::tutor::class_page
