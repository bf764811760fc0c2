// Telling people and programs what a check found: a compiler-like message, and one JSON object.
#pragma once

#include <string>

#include "checks/finding.hpp"

namespace lockstep::checks {

// The message, several lines, each ended by a newline. The source line is quoted if its file can be
// read.
std::string text(const finding& found);

// An element of `findings` of `lockstep check --json`, on one line, without a newline.
std::string json(const finding& found);

// A message of several lines, such as a deadlock's with the place of each warp, on one.
std::string one_line(const std::string& message);

}  // namespace lockstep::checks
