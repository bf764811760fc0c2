// What the checks keep of a block and of a worker of a checked launch.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "checks/copies_in_flight.hpp"
#include "checks/monitor.hpp"
#include "simt/state/unwritten_values.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

// What orders the accesses of a block's threads, and what they did in shared memory.
struct checked_block {
  checks::block_run run;
  std::unique_ptr<checks::shadow> shared_history;
  std::unique_ptr<checks::copies_in_flight> copies;
  checks::work_shares::of_block shares;  // where they are kept
  // By barrier: the threads that have arrived without waiting.
  std::array<std::vector<checks::order::arrival>, barriers_per_block> passed_by;
  unwritten_values unwritten;
  // By warp and followed register: the lanes whose value is undefined, since a shuffle gave it that
  // read from a lane which took no part.
  struct undefined_value {
    lane_mask lanes = 0;
    std::uint32_t shuffle = 0;  // index into checked_code::shuffles
  };
  std::vector<undefined_value> undefined;
  // By warp and shuffle: the last time that it did so.
  struct outside_read {
    std::uint32_t instruction = 0;
    lane_mask took_part = 0;
    std::uint8_t lane = 0, source = 0;
    bool source_left = false;  // the other lane has ended, or has nothing else to do
  };
  std::vector<outside_read> outside_reads;
  bool has_undefined = false;  // it is not empty
  // Threads that have left the kernel, by the instruction by which they did.
  struct departure {
    std::uint32_t instruction, thread, count;
  };
  std::vector<departure> left;
  // By warp, lane and offset: a byte of local memory, as local_checks.cpp defines. Null: none is
  // used.
  std::unique_ptr<checks::zeros<std::uint8_t>> local;
};

struct checked_worker {
  struct history {
    checks::shadow* of = nullptr;
    std::uint64_t generation = 0;
  };
  std::vector<history> histories;  // by access: where its last one was
  history* by_access = nullptr;    // those, for compiled code
  bool wants_rows_only = false;    // nothing else of accesses is kept: compiled code may look
  // What may let others go on: stores, answers that are new, barriers, blocks that begin or end ...
  std::uint64_t progress = 0;
  // Of the access that compiled code has just left to the interpreter: the lanes whose accesses
  // have not been looked at.
  const step* left_at = nullptr;
  lane_mask left = 0;
};

// Nothing is done for a kernel that is not checked.
inline void note_progress(const warp& w) {
  if (w.on->checked != nullptr) ++w.on->checked->progress;
}

}  // namespace lockstep::simt
