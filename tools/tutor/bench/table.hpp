// What was measured, for people: a table for each chapter, and what has to be said about it.
#pragma once

#include <string>

#include "bench/record.hpp"
#include "terminal/terminal.hpp"

namespace lockstep::tutor::bench {

// `before`: another run, whose times are set beside; empty if there is none.
std::string to_text(const recorded_run& all, const recorded_run& before, const palette& colours);

}  // namespace lockstep::tutor::bench
