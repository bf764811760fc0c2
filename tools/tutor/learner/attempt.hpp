// A learner's attempt: graded, recorded, and told.
#pragma once

#include <string>

#include "context.hpp"
#include "learner/progress.hpp"
#include "verdict/verdict.hpp"

namespace lockstep::tutor {

struct attempt {
  verdict result;
  exercise_progress before;  // this attempt
  std::vector<std::string> explanation;
  bool untouched = false;    // the file is the stub
  bool not_started = false;  // and so the verdict is the task
};

// Grades the learner's file and records the verdict, unless something is missing on this machine,
// which says nothing about the learner.
// `timed`: of an answer that passes, the model's times too, which may take a few seconds.
attempt make_attempt(const context& all, const exercise& exercise, progress& done, bool timed);

// What is still done once the first verdict is known: of an answer that passes, how long it would
// take; of another one, which line is to blame.
std::string work_that_follows(bool passed);
// What the learner reads until then.
std::string to_first_text(const verdict& result, const context& all);

// What the learner reads. `everything`: whatever else is wrong, too.
std::string to_text(const attempt& one, const context& all, bool everything = false);

// The learner's progress, under the names that exercises have now.
progress progress_of(const context& all);

}  // namespace lockstep::tutor
