// The barrier of a cluster (PTX ISA 9.7.13.4): barrier.cluster.arrive, .wait.
#pragma once

#include "simt/state/cluster.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

// The running split arrives at the cluster's barrier. Returns what to run.
const step* arrive_in_cluster(warp& w, const step* s, bool relaxed);
// Lanes leave the kernel that may have arrived; the barrier may be complete without them.
void leave_cluster(warp& w, lane_mask mask);
// Some other block of the cluster can go on.
bool others_can_run(const block& b);

}  // namespace lockstep::simt
