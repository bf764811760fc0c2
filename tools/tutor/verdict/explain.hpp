// Why a property is missed: the learner's own kernels, with the counts that the property is about
// in the margin, line by line.
#pragma once

#include <string>
#include <vector>

#include "profile/launches.hpp"
#include "terminal/terminal.hpp"

namespace lockstep::tutor {

// `what` was measured ("bank conflicts of loads") in these launches; `source` is the text of the
// learner's file, known to the launches as `file`. The line that has most of it is marked. Empty if
// nothing is counted by line that tells of it, or no line of the file has any.
std::vector<std::string> explain(const std::string& what,
                                 const std::vector<profiled_launch>& launches,
                                 const std::string& file, const std::string& source,
                                 const palette& colours);

}  // namespace lockstep::tutor
