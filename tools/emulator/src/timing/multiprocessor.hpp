// One SM that runs blocks one after another, instruction by instruction: four schedulers, pipes, a
// scoreboard by register, barriers, and the memory system behind it.
#pragma once

#include <cstdint>
#include <vector>

#include "timing/machine.hpp"
#include "timing/memory_system.hpp"
#include "timing/observer.hpp"
#include "timing/path.hpp"
#include "timing/program.hpp"
#include "timing/result.hpp"

namespace lockstep::timing {

struct sm_work {
  std::uint64_t blocks = 1;  // to run
  unsigned resident = 1;     // at the same time
  double sharers = 1;        // SMs that have as much to do
  double l1_bytes = 0;
  std::size_t most_visits = ~std::size_t{0};       // of a warp: it ends there
  bool no_barriers = false, no_conflicts = false;  // what-if
};

struct sm_run {
  double cycles = 0;         // until the last block has ended
  std::vector<double> ends;  // of blocks, in the order in which they ended
  double warp_cycles = 0;    // warps times the cycles for which they were there
  double issued = 0;
  double start_limited = 0;  // cycles for which a free place waited for the next start
  double dram_busy = 0, l2_busy = 0;
  stall_cycles cycles_by_stall{};
  std::vector<stall_cycles> by_instruction;  // of PTX
};

// `seen_by`: whom each event is told; nullptr: nobody.
[[nodiscard]] sm_run run_blocks(const program& code, const std::vector<const block_path*>& paths,
                                const machine& on, const sharing& shared, const sm_work& work,
                                observer* seen_by = nullptr);

}  // namespace lockstep::timing
