// A verdict that says what went wrong, but not where the mistake is: an experiment may show it.
#pragma once

#include "grading/answer_recipe.hpp"
#include "grading/grading.hpp"
#include "verdict/evidence.hpp"
#include "verdict/verdict.hpp"

namespace lockstep::tutor {

// Changes the headline if small changes to the source show which line is to blame
// (experiment/experiment.hpp). What it said goes below. `recipe`: null if it is still to be read.
void blame_a_line(const context& all, const exercise& exercise, const answer& which,
                  const answer_recipe* recipe, const evidence& seen,
                  const compiled_answer& compiled, verdict& of);

}  // namespace lockstep::tutor
