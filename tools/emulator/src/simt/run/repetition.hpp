// Blocks that run a second time, so that the model of time can follow them.
#pragma once

#include "simt/run/worker_pool.hpp"
#include "simt/state/warp.hpp"
#include "timing/path.hpp"

namespace lockstep::simt {

// The launch has run. Its blocks that `paths` lacks run again, one at a time. Memory stays as the
// launch left it. A block that does not do what it did before, because the launch has changed what
// it reads, is not kept.
void repeat_blocks(running_launch& launch, timing::recorder& paths, worker_pool& pool);

}  // namespace lockstep::simt
