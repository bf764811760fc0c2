// A launch: how its blocks are spread over SMs, how long one SM takes for its share, and what the
// rest of the launch adds to that.
#pragma once

#include <cstdint>
#include <vector>

#include "timing/l2_record.hpp"
#include "timing/machine.hpp"
#include "timing/observer.hpp"
#include "timing/path.hpp"
#include "timing/program.hpp"
#include "timing/result.hpp"

namespace lockstep::timing {

struct launch {
  std::uint64_t blocks = 1;
  unsigned warps = 1;       // of a block
  unsigned resident = 1;    // blocks of an SM
  double shared_bytes = 0;  // of a block
  double warp_blocks = 0;   // executions of basic blocks by warps, as counted; 0: not known
  bool is_warm = false;     // what it reads is in L2, as far as there is room
  bool no_barriers = false, no_conflicts = false;
  const kept_in_l2* kept = nullptr;  // what launches before it have left there
  bool is_quick = false;             // a shorter simulation will do
};

// `variants`: what-ifs too, each a simulation more. `seen_by`: whom the events of the first are
// told; nullptr: nobody.
[[nodiscard]] estimate estimate_of(const program& code, const recorder& paths, const launch& what,
                                   const machine& on, bool variants, observer* seen_by = nullptr);

}  // namespace lockstep::timing
