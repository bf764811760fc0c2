// Where the learner is in the course.
#pragma once

#include <string>

#include "context.hpp"
#include "course/manifest.hpp"
#include "learner/progress.hpp"
#include "terminal/terminal.hpp"

namespace lockstep::tutor {

// The first one, in the order of the course, that is not solved; nullptr if all are.
const exercise* next_exercise(const manifest& course, const progress& done);

// How many exercises are solved.
std::size_t solved(const manifest& course, const progress& done);

// "done", "open" (tried), or as many spaces.
std::string mark(const exercise_progress& done, const palette& colours);

// "3 of 45 exercises solved."
std::string summary_of(const manifest& course, const progress& done);

// What the exercise asks for, as its file says in the first comment, which file to edit, and what
// to type.
std::string introduction(const context& all, const exercise& exercise);

}  // namespace lockstep::tutor
