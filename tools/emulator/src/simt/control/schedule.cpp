#include <algorithm>
#include <limits>
#include <utility>

#include "simt/control/actions.hpp"
#include "simt/control/barrier.hpp"
#include "simt/control/cluster_barrier.hpp"
#include "simt/control/exchange.hpp"
#include "simt/control/schedule.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/value_checks.hpp"
#include "simt/state/cluster.hpp"
#include "simt/state/fault.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {
namespace {

bool same_place(const split& a, const split& b) {
  return a.at == b.at && a.frame == b.frame && a.waits == waiting::no && b.waits == waiting::no;
}

// Lanes that wait at a join let a loop of the others be rotated this often before they run ahead of
// it. On a GPU they would wait for the others however long (or never, if what the loop waits for is
// theirs to do: a lock that one of them holds).
constexpr unsigned patience = 1024;
// Lanes that polled in the loop themselves and have left it got what the others poll for: a lock,
// which is theirs to give back.
constexpr unsigned patience_with_pollers = 8;

unsigned patience_with(const split& s) {
  return s.left_by_others ? patience_with_pollers : patience;
}

// True if `a` should run before `b`, both being as patient.
bool before(const split& a, const split& b) {
  return a.depth() != b.depth() ? a.depth() > b.depth() : a.at < b.at;
}

void unite(split_list& splits) {
  for (split* a = splits.begin(); a < splits.end(); ++a) {
    for (split* b = a + 1; b < splits.end();) {
      if (same_place(*a, *b)) {
        a->mask |= b->mask;
        a->turn = std::max(a->turn, b->turn);
        a->left_by_others = a->left_by_others && b->left_by_others;
        splits.remove(b);
      } else {
        ++b;
      }
    }
  }
}

// The split that should run now; nullptr: all wait.
split* next_of(split_list& splits) {
  auto least = std::numeric_limits<unsigned>::max();
  for (const split& s : splits) {
    if (s.waits == waiting::no) least = std::min<unsigned>(least, s.turn);
  }
  split* best = nullptr;
  for (split& s : splits) {
    if (s.waits != waiting::no || s.turn - least >= patience_with(s)) continue;
    if (best == nullptr || before(s, *best)) best = &s;
  }
  return best;
}

// The same in another order than the natural one: by chance, or the one that is ahead, which is
// then ahead even more. A split that was rotated out comes after those that were not, or it would
// spin for ever.
split* next_in_order(warp& w) {
  split* best = nullptr;
  std::uint64_t seen = 0;
  for (split& s : w.others) {
    if (s.waits != waiting::no) continue;
    if (best == nullptr || s.turn < best->turn) {
      best = &s;
      seen = 1;
    } else if (s.turn == best->turn) {
      ++seen;
      if (w.order == order::adversarial ? s.at > best->at : w.on->chances.below(seen) == 0)
        best = &s;
    }
  }
  return best;
}

}  // namespace

void find_horizon(warp& w) {
  w.horizon = no_horizon;
  if (!lanes_meet_early(w.order)) return;  // what runs goes on until it waits or ends
  for (const split& s : w.others) {
    if (s.waits == waiting::no && s.frame == w.frame) w.horizon = std::min(w.horizon, s.at);
  }
}

const step* choose(warp& w) {
  if (w.others.size() > 1) unite(w.others);
  split* best = lanes_meet_early(w.order) ? next_of(w.others) : next_in_order(w);
  if (best == nullptr) {
    w.active = 0;
    w.runnable = false;
    return nullptr;
  }
  const step* at = best->at;
  w.active = best->mask;
  w.frame = std::move(best->frame);
  w.turn = best->turn;
  w.others.remove(best);
  if (w.fuel <= 0) w.fuel = w.turn == 0 ? fuel_first : fuel_later;
  find_horizon(w);
  return at;
}

const step* reconverge(warp& w, const step* at) {
  if (w.others.size() == 1) {  // the usual case: the other side of a branch waits here
    const split& other = w.others.front();
    if (other.at == at && other.waits == waiting::no && other.frame == w.frame) {
      w.active |= other.mask;
      w.turn = std::max(w.turn, other.turn);
      w.others.clear();
      w.horizon = no_horizon;
      return at;
    }
  }
  w.others.add(at, w.active, std::move(w.frame), w.turn);
  return choose(w);
}

namespace {

bool others_polled(const warp& w) {
  return std::any_of(w.others.begin(), w.others.end(), [&](const split& s) {
    return s.waits == waiting::no && (s.mask & w.polling_lanes) != 0;
  });
}

}  // namespace

const step* rotate(warp& w, const step* at) {
  w.fuel = 0;
  const bool left_by_others = w.polls_again && others_polled(w);
  w.others.add(at, w.active, std::move(w.frame), w.turn + 1).left_by_others = left_by_others;
  w.active = 0;
  return nullptr;  // the warp stays runnable; the block goes on with the next one
}

void put_aside(warp& w, const step* at, lane_mask mask) {
  w.others.add(at, mask, w.frame, w.turn);
  if (lanes_meet_early(w.order)) w.horizon = std::min(w.horizon, at);
}

namespace {

// All lanes of `wanted` have come, to operations of the same kind or to others. Those of one kind
// do their work as one, even if they are in different calls of the function or at different
// arrivals; then each split goes on by itself.
void work_together(warp& w, lane_mask wanted) {
  std::vector<arrival> waiting_there;
  for (split& here : w.others) {
    if (here.waits != waiting::lanes || here.wanted != wanted) continue;
    here.waits = waiting::no;
    const auto same = std::find_if(waiting_there.begin(), waiting_there.end(),
                                   [&](const arrival& p) { return p.at == here.waits_in; });
    if (same != waiting_there.end())
      same->lanes |= here.mask;
    else
      waiting_there.push_back({here.waits_in, here.mask});
  }
  while (!waiting_there.empty()) {
    const action work = work_of(w, waiting_there.front().at + 1);
    const auto others =
        std::stable_partition(waiting_there.begin(), waiting_there.end(),
                              [&](const arrival& p) { return work_of(w, p.at + 1) == work; });
    const std::vector<arrival> arrivals(waiting_there.begin(), others);
    waiting_there.erase(waiting_there.begin(), others);
    if (work == &no_operation) continue;
    if (arrivals.size() > 1 && is_exchange(w, arrivals.front().at)) {
      exchange(w, arrivals);
      continue;
    }
    for (const arrival& here : arrivals) {
      const lane_mask running = std::exchange(w.active, here.lanes);
      here.at[1].run(w, here.at + 1);
      w.active = running;
    }
  }
}

// Lets go every split that waits for lanes which have all come (or exited).
void release_lanes(warp& w) {
  for (split& first : w.others) {
    if (first.waits != waiting::lanes) continue;
    lane_mask come = 0;
    for (const split& s : w.others) {
      if (s.waits == waiting::lanes && s.wanted == first.wanted) come |= s.mask;
    }
    if ((first.wanted & w.live & ~come) != 0) continue;
    const lane_mask wanted = first.wanted;
    if (w.block->checked != nullptr) {
      check_warp_mask(w, first.waits_in, wanted & ~w.live);
      note_warp_sync(w, first.waits_in, wanted);
    }
    work_together(w, wanted);
  }
}

}  // namespace

const step* exit_lanes(warp& w, lane_mask mask, const step* next) {
  if (w.block->checked != nullptr) note_leaving(w, next - 1, mask);
  w.live &= ~mask;
  w.active &= ~mask;
  w.block->live_threads -= lanes_in(mask);
  if (!w.others.empty()) release_lanes(w);
  if (w.block->cluster != nullptr) leave_cluster(w, mask);
  if (w.block->live_threads != 0) recheck_barriers(*w.block);
  if (w.active != 0) return w.others.empty() ? next : reconverge(w, next);
  return choose(w);
}

const step* wait_for_lanes(warp& w, const step* s, lane_mask wanted) {
  split& waits = w.others.add(s + 2, w.active, std::move(w.frame), w.turn);
  waits.waits = waiting::lanes;
  waits.wanted = wanted;
  waits.waits_in = s;
  release_lanes(w);
  return choose(w);
}

}  // namespace lockstep::simt
