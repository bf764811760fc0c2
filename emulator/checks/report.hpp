// Telling people and programs what a check found: a compiler-like message, and one JSON object.
#pragma once

#include <string>

#include "checks/finding.hpp"
#include "checks/paint.hpp"

namespace lockstep::checks {

// The message, several lines, each ended by a newline. Source lines are quoted if their files can
// be read.
std::string text(const finding& found, const paint& with = {});

// "error: race: thread ... ", without the place: what a finding is about, on one line.
std::string headline(const finding& found);

// An element of `findings` of `lockstep check --json`, on one line, without a newline.
std::string json(const finding& found);
// The same but for "count" and "launches", which go on growing.
std::string json_without_counts(const finding& found);

// A message of several lines, such as a deadlock's with the place of each warp, on one.
std::string one_line(const std::string& message);

// "<<<(2,1,1), (256,1,1)>>>", and "<<<2, 256>>>" where one number says it.
std::string name(const launch_shape& launch);

}  // namespace lockstep::checks
