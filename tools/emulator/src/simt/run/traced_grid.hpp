// A grid as the trace records it.
#pragma once

#include "simt/device_runtime/launch_tree.hpp"
#include "trace/recorder.hpp"

namespace lockstep::simt {

// A grid as the trace records it.
trace::grid traced_grid(const child_grid& grid, const kernel_facts& facts);

}  // namespace lockstep::simt
