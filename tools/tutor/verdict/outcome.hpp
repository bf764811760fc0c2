// What each exit code is called, and to whom.
#pragma once

#include <string>

#include "support/exit_code.hpp"

namespace lockstep::tutor {

// To a person: "wrong result".
std::string label_of(exit_code code);

// To a program, in JSON: "passed", "compile_error", "crashed", "wrong_result", "timed_out",
// "setup_missing", "finding", "property_missed", "wrong_usage".
std::string status_name(exit_code code);

// Whether a verdict says no more than that nobody has begun: an untouched stub that compiles and
// does not pass. Its status is "not_started".
bool is_not_started(exit_code code, bool untouched);

// To an author, in a wrong answer's label: "compile", "results", "checks", "properties", "crash",
// "timeout"; "passed" and "setup" for the others.
std::string stage_of(exit_code code);

}  // namespace lockstep::tutor
