// Accesses lane by lane: asynchronous copies, the mbarriers that they are waited for with, and what
// else reads or writes memory besides loads and stores.
#include <vector>

#include "checks/monitor.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/unwritten.hpp"
#include "simt/state/cluster.hpp"

namespace lockstep::simt {

using ptx::state_space;

namespace {

// One lane's access to global memory or, at an offset, to shared memory. Null if neither has a
// history there.
checks::shadow* look_at_one(warp& w, const step* s, unsigned lane, bool shared,
                            std::uint64_t address, checks::warp_access a) {
  checks::shadow* history = nullptr;
  if (shared) {
    const shared_location location = shared_location_of(w, address);
    if (location.of != nullptr && location.of->busy) {
      history = location.of->checked->shared_history.get();
      access_unwritten(w, s, lane, *location.of, location.offset, a.bytes, a.kind.what);
    }
    address = location.offset;
  } else {
    history = monitor_of(w).history_at(address);
  }
  if (history == nullptr || !history->contains(address, a.bytes)) return nullptr;
  std::uint64_t at[lanes_per_warp] = {};
  at[lane] = address;
  a.shared = shared;
  a.site = w.on->launch->code->checked->site_of.at(s->instruction);
  a.warp = w.number;
  a.lanes = 1u << lane;
  a.at = at;
  monitor_of(w).accesses.look(*history, w.block->checked->run, a);
  return history;
}

// Where an object in shared memory lies, given an offset or a generic address.
shared_location object_at(const warp& w, bool shared, std::uint64_t address) {
  std::uint64_t offset = address;
  if (!shared) resolve(address, offset);
  return shared_location_of(w, offset);
}

}  // namespace

void note_access(warp& w, const step* s, unsigned lane, bool shared, std::uint64_t address,
                 std::uint32_t bytes, checks::action what) {
  if (w.block->checked == nullptr || bytes == 0) return;
  std::uint64_t offset = address;
  if (!shared) {
    const state_space space = resolve(address, offset);
    if (space != state_space::global && space != state_space::shared) return;
    shared = space == state_space::shared;
  }
  checks::warp_access a;
  a.kind.what = what;
  if (what == checks::action::atomic) a.kind.how = checks::strength::on_device;
  a.bytes = bytes;
  look_at_one(w, s, lane, shared, offset, a);
}

namespace {

// What a copy takes that nobody has written, to be followed where the copy puts it.
class unwritten_pieces final : public checks::unwritten_reads {
 public:
  struct piece {
    std::uint64_t address;
    std::uint32_t bytes;
  };
  std::vector<piece> all;
  bool follow(unsigned /*lane*/, std::uint64_t address, std::uint32_t bytes) override {
    all.push_back({address, bytes});
    return true;
  }
};

}  // namespace

void note_copy(warp& w, const step* s, unsigned lane, std::uint64_t address, std::uint32_t bytes,
               std::uint64_t source, std::uint32_t taken) {
  if (w.block->checked == nullptr || bytes == 0) return;
  unwritten_pieces unwritten;
  if (taken != 0) {
    checks::warp_access read;
    read.kind.what = checks::action::read;
    read.bytes = taken;
    read.unwritten = &unwritten;
    look_at_one(w, s, lane, false, source, read);
  }
  checks::warp_access a;
  a.kind.what = checks::action::write;
  a.bytes = bytes;
  const shared_location location = shared_location_of(w, address);
  a.arrives_later = location.of == w.block;
  const bool is_known = look_at_one(w, s, lane, true, address, a) != nullptr;
  const std::uint32_t site = w.on->launch->code->checked->site_of.at(s->instruction);
  for (const auto& piece : unwritten.all)
    if (is_known)
      copy_unwritten(w, site, lane, piece.address, piece.bytes, *location.of,
                     location.offset + (piece.address - source));
  if (!is_known || location.of != w.block) return;
  const std::uint32_t thread = thread_of(w, lane);
  w.block->checked->copies->add(thread, location.offset, bytes,
                                checks::flying(site, a.kind, thread));
}

void note_copies_for(warp& w, unsigned lane, bool shared, std::uint64_t address, bool odd_phase) {
  if (w.block->checked != nullptr)
    w.block->checked->copies->hand_to(thread_of(w, lane), object_at(w, shared, address).offset,
                                      odd_phase, monitor_of(w).time.now());
}

void note_phase(warp& w, bool shared, std::uint64_t address, bool odd_phase) {
  if (w.block->checked != nullptr)
    w.block->checked->copies->phase_seen(object_at(w, shared, address).offset, odd_phase);
}

const step* instruments::commit_copies(warp& w, const step* s) {
  for_lanes(w.active, [&](unsigned lane) { w.block->checked->copies->commit(thread_of(w, lane)); });
  return s + 1;
}

const step* instruments::await_copies(warp& w, const step* s) {
  const auto left = static_cast<std::uint32_t>(s->immediate);
  for_lanes(w.active, [&](unsigned lane) {
    w.block->checked->copies->wait(thread_of(w, lane), left, monitor_of(w).time.now());
  });
  return s + 1;
}

void note_mbarrier(warp& w, unsigned lane, bool shared, std::uint64_t address, mbarrier_use use) {
  if (w.block->checked == nullptr) return;
  if (!use.waits) note_progress(w);
  checks::order::strong_access strong{};
  const shared_location location = object_at(w, shared, address);
  strong.address = location.offset + (use.odd ? 4 : 0);
  strong.shared_of = location.of->checked->run.number;
  strong.reads = use.waits;
  strong.writes = strong.releases = !use.waits;
  strong.goes_on = !use.waits && !use.is_first;
  strong.at_once = use.at_once;
  strong.acquires = use.waits;
  strong.in_block_only = w.block->cluster == nullptr;
  monitor_of(w).time.strong(w.block->checked->run, thread_of(w, lane), strong);
}

}  // namespace lockstep::simt
