#include "simt/control/cluster_barrier.hpp"

#include <algorithm>

#include "lockstep/protocol/phrase.hpp"
#include "simt/control/schedule.hpp"
#include "simt/instruments/checking.hpp"

namespace lockstep::simt {
namespace {

std::uint32_t live_threads(const cluster& c) {
  std::uint32_t threads = 0;
  for (const block* b : c.blocks) threads += b->live_threads;
  return threads;
}

void complete_if_all_came(cluster& c) {
  if (c.arrived == 0 || c.arrived < live_threads(c)) return;
  if (c.blocks.front()->checked != nullptr && !c.relaxed) note_cluster_barrier(c);
  c.arrived = 0;
  c.relaxed = false;
  for (block* b : c.blocks) {
    for (warp& w : b->warps) {
      w.in_cluster_barrier = 0;
      for (split& s : w.others) {
        if (s.waits != waiting::barrier || s.barrier != cluster_barrier) continue;
        s.waits = waiting::no;
        w.runnable = true;
      }
    }
  }
}

}  // namespace

const step* arrive_in_cluster(warp& w, const step* s, bool relaxed) {
  cluster& c = *w.block->cluster;
  if (const lane_mask twice = w.active & w.in_cluster_barrier; twice != 0)
    raise_in_cluster(
        w, s, first_lane(twice), finding_kind::barrier_mismatch,
        protocol::phrase(
            "arrives-again",
            "arrives at the barrier of its cluster once more, before others have arrived "
            "and without waiting for them"));
  w.in_cluster_barrier |= w.active;
  c.arrived += lanes_in(w.active);
  c.relaxed = c.relaxed || relaxed;
  if (w.block->checked != nullptr) note_progress(w);
  complete_if_all_came(c);
  return w.others.empty() ? s + 1 : reconverge(w, s + 1);
}

void leave_cluster(warp& w, lane_mask mask) {
  cluster& c = *w.block->cluster;
  c.arrived -= lanes_in(mask & w.in_cluster_barrier);
  w.in_cluster_barrier &= ~mask;
  complete_if_all_came(c);
}

bool others_can_run(const block& b) {
  if (b.cluster == nullptr) return false;
  return std::any_of(b.cluster->blocks.begin(), b.cluster->blocks.end(), [&](const block* other) {
    return other != &b && other->busy &&
           std::any_of(other->warps.begin(), other->warps.end(),
                       [](const warp& w) { return w.runnable; });
  });
}

}  // namespace lockstep::simt
