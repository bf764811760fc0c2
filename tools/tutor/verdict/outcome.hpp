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

// To an author, in a wrong answer's label: "compile", "results", "checks", "properties", "crash",
// "timeout"; "passed" and "setup" for the others.
std::string stage_of(exit_code code);

}  // namespace lockstep::tutor
