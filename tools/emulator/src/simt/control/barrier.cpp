// Block-wide barriers: bar.sync, bar.arrive, bar.red (PTX ISA 9.7.13.1). They count threads; a
// barrier without a count waits for all threads of the block that have not exited.
#include "simt/control/barrier.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "simt/control/actions.hpp"
#include "simt/control/schedule.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/state/fault.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {
namespace {

// The value that bar.red gives to the threads that waited (step::extra: 0 no reduction, 1 popc, 2
// and, 3 or).
void deliver(warp& w, const split& s, const barrier& b) {
  const step& i = *s.waits_in;
  if (i.extra == 1) {
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
      if (s.mask >> lane & 1) row<std::uint32_t>(w, i.d)[lane] = b.votes;
    }
  } else if (i.extra != 0) {
    const bool value = i.extra == 2 ? b.votes == b.arrived : b.votes != 0;
    lane_mask& d = predicate(w, i.d);
    d = (d & ~s.mask) | (value ? s.mask : 0);
  }
}

void complete(block& bl, unsigned id) {
  if (bl.checked != nullptr) note_barrier(bl, id);
  for (warp& w : bl.warps) {
    if (w.waits_in != nullptr) {
      w.runnable = w.runnable || w.barrier == id;
      continue;
    }
    for (split& s : w.others) {
      if (s.waits != waiting::barrier || s.barrier != id) continue;
      deliver(w, s, bl.barriers[id]);
      s.waits = waiting::no;
      w.runnable = true;
    }
  }
  bl.barriers[id] = {};
  bl.open_barriers &= ~(1u << id);
}

bool is_complete(const block& bl, const barrier& b) {
  return b.arrived != 0 && b.arrived >= (b.expected == 0 ? bl.live_threads : b.expected);
}

// Turn 0: passing a barrier is progress: behind it, no split counts as spinning.
void put_at_barrier(warp& w, const step* s, unsigned id) {
  split& here = w.others.add(s + 1, w.active, std::move(w.frame), 0);
  here.waits = waiting::barrier;
  here.barrier = static_cast<std::uint8_t>(id);
  here.waits_in = s;
}

void wait_as_whole(warp& w, const step* s, unsigned id) {
  w.barrier = static_cast<std::uint8_t>(id);
  w.waits_in = s;
  w.agreed = nullptr;
  w.runnable = false;
}

}  // namespace

const step* control::sync_all(warp& w, const step* s) {
  const auto id = static_cast<unsigned>(s->immediate);
  if (!w.others.empty()) return arrive(w, s, id, 0, true, 0);
  block& bl = *w.block;
  barrier& b = bl.barriers[id];
  if (bl.checked != nullptr) check_arrival(w, s, id, 0);
  bl.open_barriers |= 1u << id;
  b.arrived += lanes_in(w.active);
  wait_as_whole(w, s, id);
  if (is_complete(bl, b)) complete(bl, id);
  return nullptr;
}

const step* arrive(warp& w, const step* s, unsigned id, std::uint32_t expected, bool waits,
                   lane_mask votes) {
  block& bl = *w.block;
  if (id >= barriers_per_block) {
    raise(fault_at(
        w, s, first_lane(w.active), finding_kind::barrier_mismatch,
        protocol::phrase("no-such-barrier", "uses barrier {}; a block has barriers 0 to 15", id)));
  }
  barrier& b = bl.barriers[id];
  if (bl.checked != nullptr) check_arrival(w, s, id, expected);
  const unsigned threads = lanes_in(w.active);
  bl.open_barriers |= 1u << id;
  b.arrived += threads;
  b.votes += lanes_in(votes & w.active);
  if (expected != 0) b.expected = expected;
  if (!waits) {
    if (bl.checked != nullptr) note_passing(w, id, w.active);
    if (is_complete(bl, b)) complete(bl, id);
    if (w.others.empty()) return s + 1;
    return reconverge(w, s + 1);
  }
  if (w.others.empty() && s->extra == 0) {
    wait_as_whole(w, s, id);
    if (is_complete(bl, b)) complete(bl, id);
    return nullptr;
  }
  put_at_barrier(w, s, id);
  if (is_complete(bl, b)) complete(bl, id);
  return choose(w);
}

const step* wait_at(warp& w, const step* s, unsigned id) {
  put_at_barrier(w, s, id);
  return choose(w);
}

void recheck_barriers(block& bl) {
  for (unsigned open = bl.open_barriers; open != 0; open &= open - 1) {
    const auto id = static_cast<unsigned>(__builtin_ctz(open));
    if (bl.barriers[id].expected == 0 && is_complete(bl, bl.barriers[id])) complete(bl, id);
  }
}

}  // namespace lockstep::simt
