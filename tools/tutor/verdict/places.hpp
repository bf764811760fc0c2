// Places in the learner's file that a grader names by what stands there.
#pragma once

#include <string>

namespace lockstep::tutor {

// The line of `source` in which it launches the kernel; 0 if there is none, or more than one.
unsigned line_of_launch(const std::string& source, const std::string& kernel);

// The line that defines, assigns to or calls what `names` says ("printf puts"): the first of the
// names that the source has. Of a function that it defines, the line that returns its value, if
// there is one alone. 0 if there is no such line, or more than one and no `occurrence` (1: the
// first) is asked for.
unsigned line_of_name(const std::string& source, const std::string& names, unsigned occurrence);

}  // namespace lockstep::tutor
