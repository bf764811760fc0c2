// What the recorder reports, as records of a traced run (lockstep/protocol/trace_record.hpp).
#pragma once

#include "lockstep/protocol/trace_record.hpp"
#include "trace/step.hpp"

namespace lockstep::cudart {

protocol::trace_launch trace_launch_record(const trace::grid& grid);
protocol::trace_step trace_step_record(const trace::grid& grid, const trace::place& place,
                                       const trace::step& step);
protocol::trace_end trace_end_record(const trace::grid_end& end);

}  // namespace lockstep::cudart
