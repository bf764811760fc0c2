// Checked kernels: what the steps of a kernel report to the checks. A kernel that is not checked
// has none of these steps.
#pragma once

#include <cstdint>

#include "checks/monitor.hpp"
#include "simt/state/checked_block.hpp"
#include "simt/state/checked_code.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

inline checks::monitor& monitor_of(const warp& w) { return *w.on->launch->monitor; }
inline std::uint32_t thread_of(const warp& w, unsigned lane) {  // in the block
  return w.number * lanes_per_warp + lane;
}

// The lanes' accesses one by one; `at` are their addresses.
void look_closely(warp& w, const step* s, std::uint64_t* at, lane_mask lanes);

namespace instruments {
// Before a fence; immediate: 1 if its scope is the block.
const step* observe_fence(warp& w, const step* s);
// Before a warp-wide operation that has a form for the whole warp, which it takes if all are there.
const step* observe_whole_warp(warp& w, const step* s);
// cp.async.commit_group; cp.async.wait_group, immediate: the groups that may still fly.
const step* commit_copies(warp& w, const step* s);
const step* await_copies(warp& w, const step* s);
}  // namespace instruments

// -- Of checked kernels only.
// One lane's access by an instruction of its own kind, to shared memory (an offset) or to where a
// generic address points. The second is one that orders others, as an operation on an mbarrier
// does.
void note_access(warp& w, const step* s, unsigned lane, bool shared, std::uint64_t address,
                 std::uint32_t bytes, checks::action what);
// An arrival in a phase orders the threads that wait for that phase: the next one may have begun.
struct mbarrier_use {
  bool odd;              // the phase's parity
  bool waits;            // otherwise it arrives,
  bool is_first;         // as the first in the phase
  bool at_once = false;  // another lane has arrived by the same instruction
};
void note_mbarrier(warp& w, unsigned lane, bool shared, std::uint64_t address, mbarrier_use use);
// A lane's asynchronous copy to shared memory begins, of `taken` bytes of global memory from
// `source` on; its copies so far count for a phase of an mbarrier (an offset or a generic address);
// it has seen that other phases of it are over.
void note_copy(warp& w, const step* s, unsigned lane, std::uint64_t address, std::uint32_t bytes,
               std::uint64_t source = 0, std::uint32_t taken = 0);
void note_copies_for(warp& w, unsigned lane, bool shared, std::uint64_t address, bool odd_phase);
void note_phase(warp& w, bool shared, std::uint64_t address, bool odd_phase);
// A block begins, or the worker goes on with it.
void note_beginning(block& b);
void note_turn(block& b);
// Lanes `mask` of the warp have met in a warp-wide operation.
void note_warp_sync(warp& w, const step* at, lane_mask mask);
// Lanes arrive at a barrier of the block and do not wait; a barrier is complete.
void note_passing(warp& w, unsigned barrier, lane_mask mask);
void note_barrier(block& b, unsigned barrier);
// All threads of a cluster have arrived at its barrier.
void note_cluster_barrier(cluster& c);
// Synccheck (barrier_checks.cpp): the barrier that is about to complete; lanes that were named in a
// warp-wide operation and have left while others waited for them.
void check_barrier(block& b, unsigned barrier);
void check_arrival(warp& w, const step* at, unsigned barrier, std::uint32_t expected);
void check_warp_mask(warp& w, const step* at, lane_mask missing);
// Lanes leave the kernel, by the exit or ret at `at`.
void note_leaving(warp& w, const step* at, lane_mask mask);
// The system wrote on behalf of a thread.
void note_written(const warp& w, unsigned lane, std::uint64_t address, std::uint32_t bytes);
// What a thread that launches a grid gives to it.
checks::event_ref note_launch(const warp& w, unsigned lane);

}  // namespace lockstep::simt
