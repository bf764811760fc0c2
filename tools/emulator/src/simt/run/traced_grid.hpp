// A grid as the trace records it.
#pragma once

#include <vector>

#include "memory/address_space.hpp"
#include "simt/device_runtime/launch_tree.hpp"
#include "trace/recorder.hpp"

namespace lockstep::simt {

// A grid as the trace records it.
trace::grid traced_grid(const child_grid& grid, const kernel_facts& facts);
// The allocations that its parameters point into.
std::vector<protocol::traced_array> arrays_of(const child_grid& grid, const kernel_facts& facts,
                                              const memory::address_space& memory);

}  // namespace lockstep::simt
