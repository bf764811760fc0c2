// How long a launch would take on the device, for its record.
#pragma once

#include <cstdint>

#include "lockstep/protocol/time_estimate.hpp"
#include "simt/launch.hpp"

namespace lockstep::cudart {

// `resident`: blocks that an SM holds; 0: not known. `what_ifs`: too, which takes three times as
// long.
protocol::time_estimate estimate_of(const simt::counted_grid& grid, int resident, bool what_ifs);
// Why there can be none, whatever the launch does; empty: nothing is known that speaks against it.
std::string refusal_before(const simt::kernel_facts& kernel, const simt::launch_options& options,
                           const ptx::decoded_function& code, bool launches);

// A copy or a fill has read or written this memory of the device: it may lie in L2 now.
void note_traffic(std::uint64_t address, std::uint64_t bytes, bool writes);

}  // namespace lockstep::cudart
