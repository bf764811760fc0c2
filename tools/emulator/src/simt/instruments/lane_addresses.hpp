// The addresses of an access, those of one memory space at a time.
#pragma once

#include <cstdint>

#include "simt/state/traced_code.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt::instruments {

struct lane_addresses {
  ptx::state_space space = ptx::state_space::generic;
  lane_mask lanes = 0;
  std::uint64_t address[lanes_per_warp] = {};  // in that space
};

// Of the lanes `of` those whose addresses are in the space of the first one's.
lane_addresses addresses_of(const warp& w, const step* s, const traced_code::access& how,
                            lane_mask of);

}  // namespace lockstep::simt::instruments
