// How long an instruction of a warp keeps what runs it.
#pragma once

#include "timing/operation.hpp"
#include "timing/path.hpp"

namespace lockstep::timing {

// Cycles of a scheduler's pipe.
[[nodiscard]] double pipe_cycles(pipe p);
// Cycles of L1, for an access to `count` lines.
[[nodiscard]] double l1_passes(const touched_line* lines, unsigned count);

}  // namespace lockstep::timing
