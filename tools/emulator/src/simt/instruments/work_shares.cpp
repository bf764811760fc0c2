#include "simt/instruments/work_shares.hpp"

#include "simt/linking/address_windows.hpp"

namespace lockstep::simt {

namespace {

using memory = checks::work_shares::memory;

void note(warp& w, unsigned lane, memory where, std::uint32_t bytes) {
  if (w.block->checked == nullptr) return;
  monitor_of(w).shares.note(w.block->checked->shares, thread_of(w, lane), where, bytes);
}

void note_in(warp& w, unsigned lane, ptx::state_space space, std::uint64_t address,
             std::uint32_t bytes) {
  using ptx::state_space;
  std::uint64_t offset = 0;
  if (space == state_space::generic) space = resolve(address, offset);
  if (space == state_space::global) note(w, lane, memory::global, bytes);
  if (space == state_space::shared) note(w, lane, memory::shared, bytes);
  if (space == state_space::local) note(w, lane, memory::local, bytes);
}

}  // namespace

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

void note_share(warp& w, unsigned lane, ptx::state_space space, std::uint64_t address,
                std::uint32_t bytes) {
  if (w.on->launch->monitor != nullptr && keeps_shares(w)) note_in(w, lane, space, address, bytes);
}

void note_shares(warp& w, const observed_access& access, const std::uint64_t* at) {
  for (lane_mask lanes = w.active; lanes != 0; lanes &= lanes - 1) {
    const unsigned lane = first_lane(lanes);
    note_in(w, lane, access.space, at[lane], access.bytes);
  }
}

}  // namespace lockstep::simt
