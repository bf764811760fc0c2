// What was measured, for people: a table for each chapter, and what has to be said about it.
#pragma once

#include <string>

#include "../terminal.hpp"
#include "record.hpp"

namespace lockstep::tutor::bench {

std::string to_text(const recorded_run& all, const palette& colours);

}  // namespace lockstep::tutor::bench
