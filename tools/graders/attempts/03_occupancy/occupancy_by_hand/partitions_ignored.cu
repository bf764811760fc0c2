// 03_occupancy/occupancy_by_hand: the occupancy calculator
// Task       Make both functions right: the blocks that an SM holds at once, and the occupancy.
// Given      The starter code divides each resource of the SM by what a block asks for. But
//            hardware allocates in larger steps: slots to whole warps; registers to a warp, in
//            units, all in one partition; shared memory to a block, in units, with some more for
//            the system. The formula is in chapters/03_occupancy/reference.md, `The formula`; the
//            fields of sm_limits are in chapters/03_occupancy/limits.hpp.
// Done when  thousands of kernels on six devices, K20X to H200, get the same answers as from the
//            toolkit's cuda_occupancy.h.
// Interface  int blocks_per_sm(const sm_limits& sm, int threads, int registers, int shared);
//            double occupancy(const sm_limits& sm, int threads, int registers, int shared);
#include <algorithm>

#include "03_occupancy/occupancy_by_hand.hpp"

namespace {
int up(int value, int unit) { return (value + unit - 1) / unit * unit; }
int warps_of(int threads) { return up(threads, WARP) / WARP; }
}  // namespace

int blocks_per_sm(const sm_limits& sm, int threads, int registers, int shared) {
  const int warps = warps_of(threads);
  int fit = std::min(sm.blocks, sm.threads / WARP / warps);

  const int for_a_warp = up(registers * WARP, sm.register_unit);
  fit = std::min(fit, sm.registers / for_a_warp / warps);

  const int for_a_block = up(shared + sm.shared_reserved, sm.shared_unit);
  if (for_a_block > 0) fit = std::min(fit, sm.shared / for_a_block);
  return fit;
}

double occupancy(const sm_limits& sm, int threads, int registers, int shared) {
  const double resident = blocks_per_sm(sm, threads, registers, shared) * warps_of(threads);
  return resident / (sm.threads / WARP);
}
