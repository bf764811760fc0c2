// Records of a traced run: `trace_launch`, `trace_step` and `trace_end` of docs/interfaces.md.
#pragma once

#include <string>

#include "trace/step.hpp"

namespace lockstep::cudart {

// The members of a record, as a JSON object.
std::string trace_launch_record(const trace::grid& grid);
std::string trace_step_record(const trace::grid& grid, const trace::place& place,
                              const trace::step& step);
std::string trace_end_record(const trace::grid_end& end);

}  // namespace lockstep::cudart
