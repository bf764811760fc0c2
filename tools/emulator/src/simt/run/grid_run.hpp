// One grid from its first block to its last.
#pragma once

#include <optional>
#include <vector>

#include "lockstep/protocol/finding.hpp"
#include "simt/run/worker_pool.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

struct grid_result {
  std::optional<protocol::finding> found;           // what stopped it,
  bool comes_of_access = false;                     // perhaps because it went on after others
  std::vector<metrics::instruction_counts> counts;  // by instruction, if the launch is counted
};

// Blocks are handed out to at most `workers` workers in the order of their numbers. A worker runs
// one block to its end if it can; a block that has used up its fuel may be waiting for another one,
// so the worker begins more blocks and runs them in turn (all of them at once in a cooperative
// launch, otherwise up to `most_resident` of all workers). Throws std::bad_alloc, and what an
// action throws that is no fault.
[[nodiscard]] grid_result run_grid(running_launch& launch, worker_pool& pool, unsigned workers,
                                   std::uint64_t most_resident);

}  // namespace lockstep::simt
