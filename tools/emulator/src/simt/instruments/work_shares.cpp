#include "simt/instruments/work_shares.hpp"

#include "simt/linking/address_windows.hpp"

namespace lockstep::simt {

void note_share(warp& w, unsigned lane, std::uint32_t bytes) {
  if (w.block->checked == nullptr) return;
  monitor_of(w).shares.note(w.block->checked->shares, thread_of(w, lane), bytes);
}

void note_shares(warp& w, const observed_access& access, const std::uint64_t* at) {
  using ptx::state_space;
  if (access.space != state_space::global && access.space != state_space::generic) return;
  for (lane_mask lanes = w.active; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(lanes));
    std::uint64_t offset = 0;
    if (access.space == state_space::global || resolve(at[lane], offset) == state_space::global)
      note_share(w, lane, access.bytes);
  }
}

}  // namespace lockstep::simt
