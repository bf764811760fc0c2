#include "simt/control/actions.hpp"

#include <atomic>
#include <cstring>
#include <thread>

#include "lockstep/protocol/phrase.hpp"
#include "simt/control/barrier.hpp"
#include "simt/control/cluster_barrier.hpp"
#include "simt/control/schedule.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/timing.hpp"
#include "simt/instruments/work_shares.hpp"
#include "simt/state/cluster.hpp"
#include "simt/state/fault.hpp"

namespace lockstep::simt::control {
namespace {

// Goes on at `next`, if no other split should run first.
inline const step* advance(warp& w, const step* next) {
  return next < w.horizon ? next : reconverge(w, next);
}

__attribute__((noinline)) const step* out_of_fuel(warp& w, const step* next) {
  if (is_empty_loop(next)) w.polls_again = true;
  return rotate(w, next);
}

inline const step* jump_to(warp& w, const step* from, const step* next) {
  if (next <= from && --w.fuel <= 0) return out_of_fuel(w, next);
  return advance(w, next);
}

inline lane_mask guarded(const warp& w, const step* s) {
  return w.active & (predicate(w, s->a) ^ static_cast<lane_mask>(s->immediate));
}

// Apart, so that `branch` needs no stack frame.
__attribute__((noinline)) const step* diverge(warp& w, const step* s, lane_mask taken) {
  const lane_mask stays = w.active & ~taken;
  if (s->target == s->fall_through) return advance(w, s->target);
  if (s->target < s->fall_through) {
    put_aside(w, s->fall_through, stays);
    w.active = taken;
    return jump_to(w, s, s->target);
  }
  put_aside(w, s->target, taken);
  w.active = stays;
  return advance(w, s->fall_through);
}

}  // namespace

bool is_empty_loop(const step* at) {
  const step* s = at;
  while (s->run == &join || s->run == &count || s->run == &instruments::time_block) ++s;
  return (s->run == &go_to || s->run == &jump) && s->target == at;
}

const step* join(warp& w, const step* s) { return advance(w, s + 1); }

const step* count(warp& w, const step* s) {
  metrics::instruction_counts& counts = w.counts[s->instruction];
  ++counts.executions;
  counts.lanes += lanes_in(w.active);
  return s + 1;
}

const step* end_of_prologue(warp&, const step*) { return nullptr; }

const step* go_to(warp& w, const step* s) { return jump_to(w, s, s->target); }
const step* jump(warp& w, const step* s) { return jump_to(w, s, s->target); }

const step* branch(warp& w, const step* s) {
  const lane_mask taken = guarded(w, s);
  if (taken == 0) return advance(w, s->fall_through);
  if (taken == w.active) return jump_to(w, s, s->target);
  return diverge(w, s, taken);
}

const step* branch_counted(warp& w, const step* s) {
  const lane_mask taken = guarded(w, s);
  if (taken != 0 && taken != w.active) ++w.counts[s->instruction].divergent;
  return branch(w, s);
}

const step* branch_indexed(warp& w, const step* s) {
  const auto& targets = w.on->launch->code->jump_tables[s->extra];
  const auto* index = row<std::uint32_t>(w, s->a);
  const step* first = nullptr;
  lane_mask rest = w.active, same = 0;
  while (rest != 0) {
    const std::uint32_t value = index[first_lane(rest)];
    lane_mask group = 0;
    for (lane_mask r = rest; r != 0; r &= r - 1) {
      if (index[first_lane(r)] == value) group |= r & (~r + 1);
    }
    rest &= ~group;
    if (value >= targets.size()) {
      raise(fault_at(
          w, s, first_lane(group), finding_kind::trap,
          protocol::phrase("jumps-outside", "jumps through a table of {} entries with index {}",
                           targets.size(), value)));
    }
    if (first == nullptr) {
      first = targets[value];
      same = group;
    } else {
      put_aside(w, targets[value], group);
    }
  }
  if (same != w.active && w.on->launch->counting) ++w.counts[s->instruction].divergent;
  w.active = same;
  return jump_to(w, s, first);
}

const step* exit(warp& w, const step* s) { return exit_lanes(w, w.active, s + 1); }

const step* trap(warp& w, const step* s) {
  fault f = fault_at(w, s, first_lane(w.active), finding_kind::trap,
                     protocol::phrase("executes-trap", "executes a trap instruction"));
  f.lanes = lanes_in(w.active);
  raise(std::move(f));
}

const step* guard(warp& w, const step* s) {
  const lane_mask on = guarded(w, s);
  if (on == 0) return s->target;
  predicate(w, s->d) = w.active;
  w.active = on;
  return s + 1;
}

const step* guard_split(warp& w, const step* s) {
  const lane_mask on = guarded(w, s);
  if (on == 0) return s->target;
  if (on != w.active) {
    put_aside(w, s->target, w.active & ~on);
    note_parting(w);
  }
  w.active = on;
  return s + 1;
}

const step* unguard(warp& w, const step* s) {
  w.active = predicate(w, s->d);
  return s + 1;
}

const step* block_barrier(warp& w, const step* s) {
  const unsigned first = first_lane(w.active);
  const unsigned id = row<std::uint32_t>(w, s->a)[first];
  const bool wait = (s->immediate & 1) != 0, has_count = (s->immediate & 2) != 0;
  const std::uint32_t expected = has_count ? row<std::uint32_t>(w, s->b)[first] : 0;
  lane_mask votes = 0;
  if (s->extra != 0) votes = (s->immediate & 4) != 0 ? ~predicate(w, s->c) : predicate(w, s->c);
  return arrive(w, s, id, expected, wait, votes);
}

const step* rendezvous(warp& w, const step* s, action work) {
  const auto* wanted = row<lane_mask>(w, s->c);
  const auto first = first_lane(w.active);
  lane_mask mask = wanted[first];
  lane_mask group = w.active;
  std::uint32_t differs = 0;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) differs |= wanted[lane] ^ mask;
  if (differs == 0 && mask == w.active) {  // the usual case: all of a constant mask are here
    if (w.block->checked != nullptr) note_warp_sync(w, s, mask);
    const step* next = work(w, s) + 1;
    return w.others.empty() ? next : reconverge(w, next);
  }
  for_lanes(w.active, [&](unsigned lane) {
    if (wanted[lane] != mask) group &= ~(1u << lane);
  });
  if (const lane_mask unnamed = group & ~mask; unnamed != 0) {
    fault f = fault_at(
        w, s, first_lane(unnamed), finding_kind::warp_mask,
        protocol::phrase("mask-without-itself",
                         "takes part in a warp-wide operation whose mask does not name it"));
    f.lanes = lanes_in(unnamed);
    bad_accesses* const going_on = w.on->launch->going_on;
    if (going_on == nullptr || !going_on->lets_pass(f)) raise(std::move(f));
    mask |= unnamed;
  }
  if (group != w.active) {  // lanes of one instruction may name different sets (tiles of a warp):
                            // one set at a time
    put_aside(w, s, w.active & ~group);
    w.active = group;
  }
  if ((mask & w.live & ~group) != 0) return wait_for_lanes(w, s, mask);
  if (w.block->checked != nullptr) {
    check_warp_mask(w, s, mask & ~w.live);
    note_warp_sync(w, s, mask);
  }
  const step* next = work(w, s) + 1;
  return w.others.empty() ? next : reconverge(w, next);
}

const step* gather(warp& w, const step* s) { return rendezvous(w, s, s[1].run); }

const step* active_mask(warp& w, const step* s) {
  auto* d = row<std::uint32_t>(w, s->d);
  for_lanes(w.active, [&](unsigned lane) { d[lane] = w.active; });
  return s + 1;
}

const step* fence(warp&, const step* s) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return s + 1;
}

const step* give_way(warp& w, const step* s) {
  w.fuel = 1;
  return s + 1;
}

const step* cluster_arrive(warp& w, const step* s) {
  return arrive_in_cluster(w, s, s->immediate != 0);
}

// A thread whose phase is over when it comes to wait goes on at once.
const step* cluster_wait(warp& w, const step* s) {
  if ((w.active & w.in_cluster_barrier) == 0)
    return w.others.empty() ? s + 1 : reconverge(w, s + 1);
  return wait_at(w, s, cluster_barrier);
}
const step* warp_barrier(warp& w, const step* s) { return rendezvous(w, s, &no_operation); }

}  // namespace lockstep::simt::control
