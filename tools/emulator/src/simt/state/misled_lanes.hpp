// Lanes that have read what is no memory, and go on with zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "simt/state/warp.hpp"

namespace lockstep::simt {

// By instruction of the code: whether it runs, or which address it uses, depends on a value.
struct value_reach {
  std::vector<bool> at;
  bool everywhere = false;  // it cannot be told
  bool decides = false;     // which way threads go
};

// Of a worker.
struct misled_lanes {
  struct read {
    std::uint32_t instruction;
    lane_mask lanes;
  };
  std::map<const warp*, std::vector<read>> reads;  // of blocks that run
  std::map<std::uint32_t, value_reach> reach_of;   // by instruction of the read
  bool any_decides = false;                        // one of them, of whatever block
  alignas(64) std::byte nowhere[64] = {};          // what they read
};

}  // namespace lockstep::simt
