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
int ceil_div(int a, int b) { return (a + b - 1) / b; }
int round_up(int a, int unit) { return ceil_div(a, unit) * unit; }
}  // namespace

int blocks_per_sm(const sm_limits& sm, int threads, int registers, int shared) {
  if (shared > sm.shared_opt_in) return 0;
  const int warps = ceil_div(threads, WARP);

  int blocks = std::min(sm.blocks, sm.threads / WARP / warps);

  const int per_warp = round_up(registers * WARP, sm.register_unit);
  const int warps_in_partition = sm.registers / sm.partitions / per_warp;
  blocks = std::min(blocks, warps_in_partition / warps * sm.partitions);

  const int per_block = round_up(shared + sm.shared_reserved, sm.shared_unit);
  if (per_block > 0) blocks = std::min(blocks, sm.shared / per_block);
  return blocks;
}

double occupancy(const sm_limits& sm, int threads, int registers, int shared) {
  const int resident = blocks_per_sm(sm, threads, registers, shared) * ceil_div(threads, WARP);
  return static_cast<double>(resident) / (sm.threads / WARP);
}
