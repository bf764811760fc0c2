// Blocks that have nothing to do.
#pragma once

#include "explanation.hpp"
#include "recording.hpp"

namespace lockstep::grader::diagnosis {

// How many blocks of a launch by the host access no global memory, and where they lie in the grid;
// of the launch that has most of them. Empty if all blocks have something to do.
[[nodiscard]] explanation idle_blocks(const recording& seen);

}  // namespace lockstep::grader::diagnosis
