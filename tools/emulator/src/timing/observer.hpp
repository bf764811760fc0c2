// Who wants to see what happens on the simulated SM, event by event. Times are cycles; a warp is
// the number of its place on the SM, where one block's warp follows another's.
#pragma once

#include <cstdint>

#include "timing/result.hpp"

namespace lockstep::timing {

class observer {
 public:
  observer() = default;
  observer(const observer&) = delete;
  observer& operator=(const observer&) = delete;
  virtual ~observer() = default;

  // A warp of a block begins: `block` of the SM, from 0, which does what the block `like` of the
  // grid did.
  virtual void begins(std::size_t warp, std::uint64_t block, std::uint64_t like, double at) = 0;
  virtual void ends(std::size_t warp, double at) = 0;
  // An instruction of PTX: what it waited for, which may be in several parts, and its issue.
  virtual void waits(std::size_t warp, std::uint32_t instruction, stall why, double from,
                     double to) = 0;
  virtual void issues(std::size_t warp, std::uint32_t instruction, double at) = 0;
  // A load, until its values are there.
  virtual void loads(std::size_t warp, double from, double to) = 0;
  // All warps of the block of that warp have come to a barrier.
  virtual void meets(std::size_t warp, double at) = 0;
};

}  // namespace lockstep::timing
