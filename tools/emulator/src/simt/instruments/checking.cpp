#include "simt/instruments/checking.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "checks/monitor.hpp"
#include "checks/race_report.hpp"
#include "simt/instruments/local_checks.hpp"
#include "simt/instruments/misled.hpp"
#include "simt/instruments/unwritten.hpp"
#include "simt/instruments/value_checks.hpp"
#include "simt/state/cluster.hpp"

namespace lockstep::simt {
namespace {

using ptx::state_space;

// What the lanes of a warp are about to store.
class row_values final : public checks::stored_values {
 public:
  // `shared`: the block whose shared memory it is; nullptr: global memory.
  row_values(const warp& w, const observed_access& access, const std::uint64_t* at,
             const block* shared)
      : w_(w), access_(access), at_(at), shared_(shared) {}

  bool alike(unsigned lane, unsigned other) const override {
    for (std::size_t e = 0; e < access_.values.size(); ++e)
      if (std::memcmp(element(lane, e), element(other, e), access_.element_bytes) != 0)
        return false;
    return !access_.values.empty();
  }
  bool unchanged(unsigned lane) const override {
    const std::byte* const there = memory(lane);
    if (there == nullptr) return false;
    for (std::size_t e = 0; e < access_.values.size(); ++e)
      if (std::memcmp(there + e * access_.element_bytes, element(lane, e), access_.element_bytes) !=
          0)
        return false;
    return !access_.values.empty();
  }
  bool is_idle(unsigned lane) const override {
    using idle_if = observed_access::idle_if;
    const std::byte* const there =
        access_.idle == idle_if::never || access_.bytes > 8 ? nullptr : memory(lane);
    if (there == nullptr) return false;
    std::uint64_t now = 0, taken = 0;
    std::memcpy(&now, there, access_.bytes);
    std::memcpy(&taken, w_.rows + access_.taken + std::size_t{lane} * access_.bytes, access_.bytes);
    return access_.idle == idle_if::it_differs     ? now != taken
           : access_.idle == idle_if::bits_are_set ? (now | taken) == now
                                                   : (now & taken) == now;
  }

 private:
  // nullptr: not all of it lies in one allocation.
  const std::byte* memory(unsigned lane) const {
    if (shared_ != nullptr) return shared_->shared.data() + at_[lane];
    const auto range = w_.on->launch->memory->find_range(at_[lane]);
    if (!range || at_[lane] + access_.bytes > range->address + range->size) return nullptr;
    return range->host + (at_[lane] - range->address);
  }
  const std::byte* element(unsigned lane, std::size_t e) const {
    return w_.rows + access_.values[e] + std::size_t{lane} * access_.register_bytes;
  }
  const warp& w_;
  const observed_access& access_;
  const std::uint64_t* at_;
  const block* shared_;
};

// What a load gets that nobody has written.
class unwritten_loads final : public checks::unwritten_reads {
 public:
  unwritten_loads(warp& w, const observed_access& access, const std::uint64_t* at, bool shared)
      : w_(w), access_(access), at_(at), shared_(shared) {}
  bool follow(unsigned lane, std::uint64_t address, std::uint32_t /*bytes*/) override {
    if (access_.fills.empty()) return false;
    const std::uint64_t element = (address - at_[lane]) / access_.element_bytes;
    load_unwritten(w_, access_,
                   shared_ ? protocol::memory_space::shared : protocol::memory_space::global, lane,
                   at_[lane] + element * access_.element_bytes, element);
    return true;
  }

 private:
  warp& w_;
  const observed_access& access_;
  const std::uint64_t* at_;
  bool shared_;
};

void order_by(const warp& w, const observed_access& access, const checks::warp_access& a,
              const block* shared) {
  checks::order::strong_access strong{};
  strong.shared_of = shared == nullptr ? 0 : shared->checked->run.number;
  strong.reads = a.kind.what != checks::action::write;
  strong.writes = a.kind.writes();
  strong.goes_on = strong.reads && strong.writes;
  strong.acquires = access.acquires;
  strong.releases = access.releases;
  strong.in_block_only = a.kind.how == checks::strength::in_block;
  strong.alone = (a.together & (a.together - 1)) == 0;
  if (monitor_of(w).time.passes_unnoticed(w.block->checked->run, strong)) return;
  for_lanes(a.lanes, [&](unsigned lane) {
    strong.address = a.at[lane];
    monitor_of(w).time.strong(w.block->checked->run, thread_of(w, lane), strong);
  });
}

void look(warp& w, const observed_access& access, const std::uint64_t* at, lane_mask lanes,
          const block* shared, checks::shadow& history) {
  const row_values values(w, access, at, shared);
  unwritten_loads unwritten(w, access, at, shared != nullptr);
  checks::warp_access a;
  a.shared = shared != nullptr;
  a.kind = access.kind;
  a.site = access.site;
  a.warp = w.number;
  a.lanes = lanes;
  a.together = w.active;
  a.bytes = access.bytes;
  a.at = at;
  a.values = &values;
  a.unwritten = &unwritten;
  a.needs_value =
      access.keeps != kept_bits::rest_is_inserted && !lacks_writes(*w.block, shared != nullptr);
  a.unused = access.unused;
  if (access.element_bytes != 0) a.element_bytes = access.element_bytes;
  a.copies_object = access.object.is_copied;
  a.object_before = access.object.before;
  a.object_after = access.object.after;
  monitor_of(w).accesses.look(history, w.block->checked->run, a);
  if (access.kind.is_strong()) order_by(w, access, a, shared);
}

// `together`: the lanes that do it, of which `lanes` are still to be looked at, and others may have
// had the same word.
void look_at_shared(warp& w, const observed_access& access, const std::uint64_t* at,
                    lane_mask lanes, lane_mask together) {
  constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  // Of one block of the cluster after the other.
  while (lanes != 0) {
    const shared_location first = shared_location_of(w, at[__builtin_ctz(lanes)]);
    std::uint64_t offsets[lanes_per_warp];
    std::fill_n(offsets, lanes_per_warp, nowhere);
    lane_mask here = 0, inside = 0;
    for_lanes(together, [&](unsigned lane) {
      const shared_location location = shared_location_of(w, at[lane]);
      if (location.of != first.of) return;
      offsets[lane] = location.offset;
      if ((lanes >> lane & 1) == 0) return;
      here |= 1u << lane;
      if (location.of != nullptr && location.of->busy &&
          location.of->checked->shared_history->contains(location.offset, access.bytes))
        inside |= 1u << lane;
    });
    lanes &= ~here;
    if (inside != 0) look(w, access, offsets, inside, first.of, *first.of->checked->shared_history);
  }
}

// The lanes' addresses may be in several allocations; those that are in none are the access's own
// business.
void look_at_global(warp& w, const step* s, const observed_access& access, const std::uint64_t* at,
                    lane_mask lanes) {
  checked_worker::history& known = w.on->checked->histories[s->extra];
  const std::uint64_t generation = w.generation->load(std::memory_order_relaxed);
  while (lanes != 0) {
    const std::uint64_t first = at[__builtin_ctz(lanes)];
    if (known.of == nullptr || known.generation != generation ||
        !known.of->contains(first, access.bytes))
      known = {monitor_of(w).history_at(first), generation};
    if (known.of == nullptr) {
      lanes &= lanes - 1;
      continue;
    }
    lane_mask here = 0;
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
      here |= static_cast<lane_mask>(known.of->contains(at[lane], access.bytes)) << lane;
    here &= lanes;
    if (here == 0)  // it reaches beyond the end
      here = 1u << __builtin_ctz(lanes);
    else
      look(w, access, at, here, nullptr, *known.of);
    lanes &= ~here;
  }
}

void look_at_any(warp& w, const step* s, const observed_access& access, std::uint64_t* at,
                 lane_mask lanes) {
  lane_mask in_global = 0, in_shared = 0, in_local = 0, all_in_shared = 0;
  for_lanes(w.active, [&](unsigned lane) {
    std::uint64_t offset;
    const state_space space = resolve(at[lane], offset);
    at[lane] = offset;
    if (space == state_space::shared) all_in_shared |= 1u << lane;
    if ((lanes >> lane & 1) == 0) return;
    if (space == state_space::global) in_global |= 1u << lane;
    if (space == state_space::shared) in_shared |= 1u << lane;
    if (space == state_space::local) in_local |= 1u << lane;
  });
  if (in_local != 0) look_at_local(w, s, access, at, in_local);
  if (!access.answers && (in_shared | in_global) != 0) note_progress(w);
  if (in_shared != 0) look_at_shared(w, access, at, in_shared, all_in_shared);
  if (in_global != 0) look_at_global(w, s, access, at, in_global);
}

}  // namespace

void look_closely(warp& w, const step* s, std::uint64_t* at, lane_mask lanes) {
  const observed_access& access = w.on->launch->code->checked->observed[s->extra];
  if (access.space == state_space::shared)
    look_at_shared(w, access, at, lanes, w.active);
  else if (access.space == state_space::global)
    look_at_global(w, s, access, at, lanes);
  else
    look_at_any(w, s, access, at, lanes);
}

const step* instruments::observe_fence(warp& w, const step* s) {
  monitor_of(w).time.fence(w.block->checked->run, w.number, w.active, s->immediate != 0);
  return s + 1;
}

const step* instruments::observe_whole_warp(warp& w, const step* s) {
  if (w.active == all_lanes) note_warp_sync(w, s + 1, all_lanes);
  return s + 1;
}

void note_beginning(block& b) {
  const worker& on = *b.warps.front().on;
  const running_launch& launch = *on.launch;
  if (b.checked == nullptr) {
    b.checked = std::make_unique<checked_block>();
    b.checked->shared_history = std::make_unique<checks::shadow>(0, launch.shared_bytes);
    b.checked->copies = std::make_unique<checks::copies_in_flight>(*b.checked->shared_history);
    if (launch.code->uses_local)
      b.checked->local = std::make_unique<checks::zeros<std::uint8_t>>(
          std::size_t{local_stride} * lanes_per_warp * launch.warps);
  }
  b.checked->left.clear();
  launch.monitor->shares.begin(b.checked->shares, launch.threads);
  begin_unwritten(b);
  begin_values(b);
  b.checked->copies->begin(launch.threads);
  for (warp& w : b.warps) begin_local(w, local_front, launch.code->local_bytes, all_lanes);
  launch.monitor->time.begin_block(b.checked->run, launch.grid_number, b.index, launch.threads);
  if (launch.reserved_shared_bytes == 0) return;
  // Tiles of several warps clear each their own bits of a word there, whatever it holds.
  checks::shadow& shared = *b.checked->shared_history;
  const std::size_t reserved = launch.reserved_shared_bytes / 4;
  std::fill_n(shared.words(shared.word(launch.reserved_shared_offset), reserved).writes, reserved,
              checks::begin_of(b.checked->run.begin));
  launch.monitor->time.block_barrier(b.checked->run);
}

void note_turn(block& b) { b.warps.front().on->launch->monitor->time.take_turn(b.checked->run); }

void note_passing(warp& w, unsigned barrier, lane_mask mask) {
  w.block->checked->passed_by[barrier].push_back({w.number, mask, 0});
}

void note_leaving(warp& w, const step* at, lane_mask mask) {
  auto& left = w.block->checked->left;
  const auto known = std::find_if(left.begin(), left.end(),
                                  [&](const auto& d) { return d.instruction == at->instruction; });
  if (known == left.end())
    left.push_back({at->instruction, thread_of(w, static_cast<unsigned>(__builtin_ctz(mask))),
                    lanes_in(mask)});
  else
    known->count += lanes_in(mask);
}

void note_written(const warp& w, unsigned lane, std::uint64_t address, std::uint32_t bytes) {
  if (w.block->checked == nullptr) return;
  std::uint64_t offset;
  const state_space space = resolve(address, offset);
  if (space == state_space::global)
    monitor_of(w).host_writes(offset, bytes);
  else if (space == state_space::local)
    write_local(w, lane, offset, bytes);
}

checks::event_ref note_launch(const warp& w, unsigned lane) {
  return monitor_of(w).time.now_known(w.block->checked->run, thread_of(w, lane));
}

namespace {

// Calls use(warp, lanes) for those that wait at the barrier.
template <class F>
void for_waiting(const block& b, unsigned barrier, F use) {
  for (const warp& w : b.warps) {
    lane_mask here = 0;
    if (w.waits_in != nullptr) {
      if (w.barrier == barrier) here = w.active;
    } else {
      for (const split& s : w.others)
        if (s.waits == waiting::barrier && s.barrier == barrier) here |= s.mask;
    }
    if (here != 0) use(w, here);
  }
}

}  // namespace

void note_barrier(block& b, unsigned barrier) {
  if (b.warps.front().on->launch->monitor->uses().barriers) check_barrier(b, barrier);
  checked_block& checked = *b.checked;
  checks::order& time = b.warps.front().on->launch->monitor->time;
  auto& passed = checked.passed_by[barrier];
  std::uint32_t threads = 0;
  for_waiting(b, barrier, [&](const warp&, lane_mask here) { threads += lanes_in(here); });
  // Threads that have left have not come: what they did last is not before what others do now.
  if (threads == b.warps.front().on->launch->threads) {
    passed.clear();
    time.block_barrier(checked.run);
    return;
  }
  auto who = std::exchange(passed, {});
  for_waiting(b, barrier, [&](const warp& w, lane_mask here) {
    who.push_back({w.number, here, here});
  });
  time.partial_barrier(checked.run, who);
}

void note_cluster_barrier(cluster& c) {
  std::vector<checks::block_run*> runs;
  for (const block* b : c.blocks)
    if (b->busy) runs.push_back(&b->checked->run);
  c.blocks.front()->warps.front().on->launch->monitor->time.cluster_barrier(runs);
}

void note_warp_sync(warp& w, const step* at, lane_mask mask) {
  checks::monitor& monitor = monitor_of(w);
  const bool is_barrier = at[1].run == &no_operation;
  if (!is_barrier && monitor.uses().strict) return;
  monitor.time.warp_barrier(w.block->checked->run, w.number, mask & w.live, w.live);
}

}  // namespace lockstep::simt
