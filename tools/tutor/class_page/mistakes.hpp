// What many answers of a class have in common.
#pragma once

#include <string>
#include <vector>

#include "classroom/marks.hpp"

namespace lockstep::tutor::class_page {

struct mistake {
  const exercise* of = nullptr;
  std::string status;  // as in --json
  struct made_by {
    const graded_student* who;
    const graded_exercise* mark;
  };
  std::vector<made_by> answers;
};

// Answers that did not pass, in groups of the same exercise, the same kind of verdict and the same
// cause (classroom/cause.hpp). By exercise in the order of the marks; of each the most common cause
// first.
std::vector<mistake> common_mistakes(const classroom::class_marks& marks);

}  // namespace lockstep::tutor::class_page
