#include "simt/instruments/lane_addresses.hpp"

namespace lockstep::simt::instruments {
namespace {

using ptx::state_space;

// A lane's address in the space that it turns out to be in.
state_space place_of(state_space space, std::uint64_t address, std::uint64_t& at) {
  at = address;
  return space == state_space::generic ? resolve(address, at) : space;
}

}  // namespace

lane_addresses addresses_of(const warp& w, const step* s, const traced_code::access& how,
                            lane_mask of) {
  lane_addresses found;
  for_lanes(of, [&](unsigned lane) {
    const std::uint64_t address =
        how.narrow_address
            ? row<std::uint32_t>(w, s->a)[lane] + static_cast<std::uint32_t>(s->immediate)
            : row<std::uint64_t>(w, s->a)[lane] + s->immediate;
    std::uint64_t at = 0;
    const state_space here = place_of(how.space, address, at);
    if (found.space == state_space::generic) found.space = here;
    if (here != found.space) return;
    found.lanes |= 1u << lane;
    found.address[lane] = at;
  });
  return found;
}

}  // namespace lockstep::simt::instruments
