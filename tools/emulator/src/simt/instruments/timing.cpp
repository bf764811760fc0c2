#include "simt/instruments/timing.hpp"

#include "simt/instruments/lane_addresses.hpp"
#include "simt/state/timed_code.hpp"
#include "timing/path.hpp"

namespace lockstep::simt::instruments {

const step* time_block(warp& w, const step* s) {
  if (timing::block_path* const path = w.block->path; path != nullptr)
    path->enter(w.number, s->extra, w.active);
  return s + 1;
}

const step* time_access(warp& w, const step* s) {
  timing::block_path* const path = w.block->path;
  if (path == nullptr) return s + 1;
  const timed_access& how = w.on->launch->timed->timed->accesses[s->extra];
  for (lane_mask rest = w.active; rest != 0;) {  // once for each space
    const lane_addresses found = addresses_of(w, s, how.address, rest);
    const std::uint64_t first = found.address[first_lane(found.lanes)];
    if (found.space == ptx::state_space::global && !path->knows(first)) {
      if (const memory::allocation* in = w.on->launch->memory->find(first); in != nullptr)
        path->note_allocation(in->address, in->size);
    }
    path->make_access(w.number, {s->instruction, found.space, how.address.bytes, how.is_atomic},
                      found.address, found.lanes);
    rest &= ~found.lanes;
  }
  return s + 1;
}

}  // namespace lockstep::simt::instruments
