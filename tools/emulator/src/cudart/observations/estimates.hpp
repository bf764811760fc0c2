// How long a launch would take on the device, for its record.
#pragma once

#include <cstdint>

#include "lockstep/protocol/time_estimate.hpp"
#include "simt/launch.hpp"

namespace lockstep::cudart {

// `resident`: blocks that an SM holds; 0: not known.
protocol::time_estimate estimate_of(const simt::counted_grid& grid, int resident);

// A copy or a fill has read or written this memory of the device: it may lie in L2 now.
void note_traffic(std::uint64_t address, std::uint64_t bytes, bool writes);

}  // namespace lockstep::cudart
