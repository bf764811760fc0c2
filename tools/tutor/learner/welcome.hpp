// What a learner reads on the first day, before the first exercise.
#pragma once

#include <string>
#include <vector>

#include "context.hpp"

namespace lockstep::tutor {

// What this is, which file to open, how a save becomes a verdict, and which keys there are.
// Paragraphs, to be wrapped; `first` is the exercise to begin with.
std::vector<std::string> welcome(const context& all, const exercise& first);

}  // namespace lockstep::tutor
