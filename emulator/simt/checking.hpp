// Checked kernels: what the steps of a kernel tell the checks. A kernel that is not checked has
// none of these steps.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "checks/copies_in_flight.hpp"
#include "checks/monitor.hpp"
#include "ptx/program.hpp"
#include "simt/bit_fields.hpp"
#include "simt/object_copies.hpp"
#include "simt/warp.hpp"

namespace lockstep::simt {

// An access to memory as the checks see it: in checked_code::observed, by step::extra of `observe`.
struct observed_access {
  ptx::state_space space = ptx::state_space::generic;
  bool narrow_address = false;  // the address row holds 32-bit values
  std::uint32_t bytes = 4;      // of all elements
  std::uint32_t site = 0;       // index into checked_code::sites
  checks::access_kind kind;
  checks::record stamp = 0;  // of site and kind
  bool acquires = false, releases = false;
  bool answers = false;               // a load, or an atomic operation with a result
  std::uint8_t element_bytes = 0;     // of the values below, in memory and
  std::uint8_t register_bytes = 0;    // in their rows
  std::vector<std::uint32_t> values;  // rows of what is stored; empty: not known
  kept_bits keeps = kept_bits::none;  // a read: what becomes of its value
  copied_object object;
  // By element: the value that is only copied, from a load to stores (value_copies.hpp); 0: none.
  std::vector<std::uint64_t> copied;
};

struct checked_code {
  std::vector<observed_access> observed;
  std::vector<checks::site> sites;   // where they are
  std::vector<checks::site> places;  // by instruction
  // By instruction, for those that have no `observe` before them: index into `sites`.
  std::unordered_map<std::uint32_t, std::uint32_t> site_of;
  // It has what locks and flags are made of: atom.cas, atom.exch, st.volatile, st.relaxed ...
  bool exchanges = false;
  // It has fences or accesses whose scope is the system: it tells the host of what it does.
  bool tells_host = false;
};

// What orders the accesses of a block's threads, and what they did in shared memory.
struct checked_block {
  checks::block_run run;
  std::unique_ptr<checks::shadow> shared_history;
  std::unique_ptr<checks::copies_in_flight> copies;
  // By barrier: who has arrived without waiting.
  std::array<std::vector<checks::order::arrival>, barriers_per_block> passed_by;
  // Values on their way from one place in memory to another, which nobody has written.
  struct unwritten_value {
    lane_mask lanes = 0;
    std::uint32_t site = 0;    // where they were read,
    std::uint64_t offset = 0;  // from which offset in local memory
  };
  std::map<std::pair<std::uint32_t, std::uint64_t>, unwritten_value>
      unwritten;  // by warp and value
  // Threads that have left the kernel, by the instruction by which they did.
  struct departure {
    std::uint32_t instruction, thread, count;
  };
  std::vector<departure> left;
  // By warp, lane and offset: a byte of local memory, as local_checks.hpp tells. Null: none is
  // used.
  std::unique_ptr<checks::zeros<std::uint8_t>> local;
};

struct checked_worker {
  struct history {
    checks::shadow* of = nullptr;
    std::uint64_t generation = 0;
  };
  std::vector<history> histories;  // by access: where its last one was
  // What may let others go on: stores, answers that are new, barriers, blocks that begin or end ...
  std::uint64_t progress = 0;
};

// Nothing is done for a kernel that is not checked.
inline void note_progress(const warp& w) {
  if (w.on->checked != nullptr) ++w.on->checked->progress;
}

// The lanes' accesses one by one; `at` are their addresses.
void look_closely(warp& w, const step* s, std::uint64_t* at, lane_mask lanes);

namespace control {
// Before a fence; immediate: 1 if its scope is the block.
const step* observe_fence(warp& w, const step* s);
// Before a warp-wide operation that has a form for the whole warp, which it takes if all are there.
const step* observe_whole_warp(warp& w, const step* s);
// In place of a warp-wide operation's first step, whose second stands behind it as ever.
const step* gather(warp& w, const step* s);
// cp.async.commit_group; cp.async.wait_group, immediate: the groups that may still fly.
const step* commit_copies(warp& w, const step* s);
const step* await_copies(warp& w, const step* s);
}  // namespace control

// -- Of checked kernels only.
// One lane's access by an instruction of its own kind, to shared memory (an offset) or to where a
// generic address points. The second is one that orders others, as an operation on an mbarrier
// does.
void note_access(warp& w, const step* s, unsigned lane, bool shared, std::uint64_t address,
                 std::uint32_t bytes, checks::action what);
// What arrives in a phase is for those who wait for that phase: one may already have begun the
// next.
struct mbarrier_use {
  bool odd;              // the phase's parity
  bool waits;            // otherwise it arrives,
  bool is_first;         // as the first in the phase
  bool at_once = false;  // another lane has arrived by the same instruction
};
void note_mbarrier(warp& w, unsigned lane, bool shared, std::uint64_t address, mbarrier_use use);
// A lane's asynchronous copy to shared memory begins; its copies so far count for a phase of an
// mbarrier (an offset or a generic address); it has seen that other phases of it are over.
void note_copy(warp& w, const step* s, unsigned lane, std::uint64_t address, std::uint32_t bytes);
void note_copies_for(warp& w, unsigned lane, bool shared, std::uint64_t address, bool odd_phase);
void note_phase(warp& w, bool shared, std::uint64_t address, bool odd_phase);
// A block begins, or the worker goes on with it.
void note_beginning(block& b);
void note_turn(block& b);
// Lanes `mask` of the warp have met in a warp-wide operation.
void note_meeting(warp& w, const step* at, lane_mask mask);
// Lanes arrive at a barrier of the block and do not wait; a barrier is complete.
void note_passing(warp& w, unsigned barrier, lane_mask mask);
void note_barrier(block& b, unsigned barrier);
// All threads of a cluster have arrived at its barrier.
void note_cluster_barrier(cluster& c);
// Synccheck (barrier_checks.cpp): the barrier that is about to complete; lanes that were named in a
// warp-wide operation and have left while others waited for them.
void check_barrier(block& b, unsigned barrier);
void check_arrival(warp& w, const step* at, unsigned barrier, std::uint32_t expected);
void check_meeting(warp& w, const step* at, lane_mask missing);
// Lanes leave the kernel, by the exit or ret at `at`.
void note_leaving(warp& w, const step* at, lane_mask mask);
// The system wrote to where a thread asked it to.
void note_written(const warp& w, unsigned lane, std::uint64_t address, std::uint32_t bytes);
// What a thread that launches a grid gives to it.
checks::event_ref note_launch(const warp& w, unsigned lane);

}  // namespace lockstep::simt
