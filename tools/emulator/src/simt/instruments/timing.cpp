#include "simt/instruments/timing.hpp"

#include "simt/instruments/lane_addresses.hpp"
#include "simt/state/timed_code.hpp"
#include "simt/state/undo_log.hpp"
#include "timing/path.hpp"

namespace lockstep::simt::instruments {
namespace {

void note_counters(const running_launch& launch, const lane_addresses& at) {
  const memory::allocation* in = launch.memory->find(at.address[first_lane(at.lanes)]);
  for_lanes(at.lanes, [&](unsigned lane) {
    const std::uint64_t address = at.address[lane];
    if (in != nullptr && address % 4 == 0 && in->contains(address, 4))
      launch.timing->left_out().note(
          reinterpret_cast<std::uint32_t*>(in->host + (address - in->address)));
  });
}

}  // namespace

const step* time_block(warp& w, const step* s) {
  if (timing::block_path* const path = w.block->path; path != nullptr)
    path->enter(w.number, s->extra, w.active);
  return s + 1;
}

const step* time_access(warp& w, const step* s) {
  timing::block_path* const path = w.block->path;
  if (path == nullptr) return s + 1;
  const running_launch& launch = *w.on->launch;
  const timed_access& how = launch.timed->timed->accesses[s->extra];
  for (lane_mask rest = w.active; rest != 0;) {  // once for each space
    const lane_addresses found = addresses_of(w, s, how.address, rest);
    const std::uint64_t first = found.address[first_lane(found.lanes)];
    if (found.space == ptx::state_space::global && !path->knows(first)) {
      if (const memory::allocation* in = launch.memory->find(first); in != nullptr)
        path->note_allocation(in->address, in->size);
    }
    path->make_access(w.number, {s->instruction, found.space, how.address.bytes, how.is_atomic},
                      found.address, found.lanes);
    const bool is_global = found.space == ptx::state_space::global;
    if (launch.undo != nullptr && how.writes && is_global)
      for_lanes(found.lanes,
                [&](unsigned lane) { launch.undo->save(found.address[lane], how.address.bytes); });
    if (launch.samples_only && how.is_atomic && how.address.bytes == 4 && is_global)
      note_counters(launch, found);
    rest &= ~found.lanes;
  }
  return s + 1;
}

}  // namespace lockstep::simt::instruments
