// A finding in words: a message as a compiler writes it, its reason, and what to do.
#pragma once

#include <string>

#include "lockstep/protocol/finding.hpp"
#include "lockstep/protocol/palette.hpp"

namespace lockstep::protocol {

// The message, several lines, each ended by a newline. Source lines are quoted if their files can
// be read.
std::string text(const finding& found, const palette& colours = {});

// "error: race: thread ... ", without the place: what a finding is about, on one line.
std::string headline(const finding& found);

// One sentence on why this finding is a bug, and one on what to do: its own, or its kind's.
std::string why(const finding& found);
std::string advice(const finding& found);

// A message of several lines, such as a deadlock's with the place of each warp, on one.
std::string one_line(const std::string& message);

// "<<<(2,1,1), (256,1,1)>>>", and "<<<2, 256>>>" where one number says it.
std::string name(const launch_shape& launch);

}  // namespace lockstep::protocol
