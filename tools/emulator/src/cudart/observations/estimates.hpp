// How long a launch would take on the device, for its record.
#pragma once

#include "lockstep/protocol/time_estimate.hpp"
#include "simt/launch.hpp"

namespace lockstep::cudart {

// `resident`: blocks that an SM holds; 0: not known.
protocol::time_estimate estimate_of(const simt::counted_grid& grid, int resident);

}  // namespace lockstep::cudart
