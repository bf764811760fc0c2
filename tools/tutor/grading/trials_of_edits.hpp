// Tries edits of an answer with the grader that has judged it.
#pragma once

#include <optional>
#include <string>

#include "experiment/experiment.hpp"
#include "grading/answer_recipe.hpp"
#include "grading/grading.hpp"
#include "verdict/evidence.hpp"
#include "verdict/verdict.hpp"

namespace lockstep::tutor {

// The edit that decides whether the answer succeeds, if there is one (experiment/experiment.hpp).
// `seen`, `of`: what the grader has seen in the answer, and the verdict so far.
std::optional<experiment::edit> edit_that_helps(const context& all, const answer& which,
                                                const answer_recipe& recipe, const evidence& seen,
                                                const compiled_answer& compiled, const verdict& of,
                                                const std::string& solution,
                                                const experiment::clues& known);

}  // namespace lockstep::tutor
