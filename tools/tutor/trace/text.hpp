// A traced run for people: a table for each warp, with the source lines and the lanes that run
// them.
#pragma once

#include <string>

#include "profile/source.hpp"
#include "terminal/terminal.hpp"
#include "trace/traced.hpp"

namespace lockstep::tutor {

std::string trace_text(const traced_run& run, const source_finder& find, const palette& colours);

// What is missing, in sentences; empty if nothing is.
std::string left_out_text(const traced_run& run);

}  // namespace lockstep::tutor
