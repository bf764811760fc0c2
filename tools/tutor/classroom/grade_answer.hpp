// One student's answer to one exercise, from the source to the verdict.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "classroom/submissions.hpp"
#include "context.hpp"
#include "grading/answer_recipe.hpp"
#include "verdict/verdict.hpp"

namespace lockstep::tutor::classroom {

struct classroom_of {
  std::filesystem::path folder;                    // of the class
  std::vector<std::filesystem::path> also_hidden;  // besides the folders of other students
};

// Of what a student hands in only the answer itself is used: a copy of it is compiled, with the
// course's headers. Compiler and grader run with limits and, where that is possible, isolated: they
// see nothing of the class. Never throws because of what the answer does; whatever keeps it from
// being graded is a verdict, too.
verdict grade_answer(const context& all, const answer_recipe& recipe, const submission& what,
                     const classroom_of& where);

}  // namespace lockstep::tutor::classroom
