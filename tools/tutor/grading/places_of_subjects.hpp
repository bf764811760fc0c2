// Where the answer does what a verdict is about, as far as its text shows it: facts and no blame.
#pragma once

#include <string>

#include "grading/subject.hpp"

namespace lockstep::tutor {

// "launched on line 19", "the host copies on line 13": a clause to follow the headline; empty if
// the verdict is about none of these, or says it, or the source has it in no line or in many.
std::string where_it_is_done(const subject& of, const std::string& source);

}  // namespace lockstep::tutor
