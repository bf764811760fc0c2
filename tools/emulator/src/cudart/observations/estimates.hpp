// How long a launch would take on the device, for its record.
#pragma once

#include "lockstep/protocol/time_estimate.hpp"
#include "simt/launch.hpp"

namespace lockstep::cudart {

// `resident`: blocks that an SM holds; 0: not known. `what_ifs`: too, which takes three times as
// long.
protocol::time_estimate estimate_of(const simt::counted_grid& grid, int resident, bool what_ifs);
// Why there can be none, whatever the launch does; empty: nothing is known that speaks against it.
std::string refusal_before(const simt::kernel_facts& kernel, const simt::launch_options& options,
                           const ptx::decoded_function& code, bool launches);

}  // namespace lockstep::cudart
