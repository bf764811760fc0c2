#include "simt/instruments/work_shares.hpp"

#include "simt/linking/address_windows.hpp"

namespace lockstep::simt {

namespace {

using memory = checks::work_shares::memory;

void note(warp& w, unsigned lane, memory where, std::uint32_t bytes) {
  if (w.block->checked == nullptr) return;
  monitor_of(w).shares.note(w.block->checked->shares, thread_of(w, lane), where, bytes);
}

}  // namespace

void note_share(warp& w, unsigned lane, std::uint32_t bytes) {
  note(w, lane, memory::global, bytes);
}

void note_share_of_shared(warp& w, unsigned lane, std::uint32_t bytes) {
  note(w, lane, memory::shared, bytes);
}

void note_parting(const warp& w) {
  if (w.on->launch->monitor == nullptr) return;
  if (auto& shares = monitor_of(w).shares; shares.is_kept()) shares.note_parting();
}

const step* instruments::share_constants(warp& w, const step* s) {
  if (!keeps_shares(w)) return s + 1;
  for (lane_mask lanes = w.active; lanes != 0; lanes &= lanes - 1)
    note(w, first_lane(lanes), memory::constant, static_cast<std::uint32_t>(s->immediate));
  return s + 1;
}

void note_shares(warp& w, const observed_access& access, const std::uint64_t* at) {
  using ptx::state_space;
  for (lane_mask lanes = w.active; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(lanes));
    std::uint64_t offset = 0;
    const state_space space =
        access.space == state_space::generic ? resolve(at[lane], offset) : access.space;
    if (space == state_space::global) note(w, lane, memory::global, access.bytes);
    if (space == state_space::shared) note(w, lane, memory::shared, access.bytes);
  }
}

}  // namespace lockstep::simt
