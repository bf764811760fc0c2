// The lines of an answer that a failed case, or a finding about a launch, is about. 0: none, or not
// one.
#pragma once

#include <string>
#include <vector>

#include "verdict/evidence.hpp"

namespace lockstep::tutor {

// "parent writes: not all of the 4 answers are right": the lines of these answers.
std::vector<unsigned> lines_of_answers(const case_failure& failure, const evidence& seen);

// The line of what the failure names.
unsigned line_named_by(const case_failure& failure, const evidence& seen);

// Where a launch asks for more than its kernel can do right with, that is in the source.
unsigned line_to_blame_in_launch(const protocol::finding& found, const std::string& source);

}  // namespace lockstep::tutor
