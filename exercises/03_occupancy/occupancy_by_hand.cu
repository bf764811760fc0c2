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

int blocks_per_sm(const sm_limits& sm, int threads, int registers, int shared) {
  // TODO (2 lines): round the threads of a block up to warps; divide the warp slots by them.
  const int by_warps = sm.threads / threads;

  // TODO (3 lines): round the registers of a warp up to units; count the warps that fit into one
  // partition, then the blocks that the warps of all partitions make.
  const int by_registers = sm.registers / (registers * threads);

  // TODO (2 lines): add what the system takes for a block, and round up to units.
  const int by_shared = shared > 0 ? sm.shared / shared : sm.blocks;

  return std::min({by_warps, sm.blocks, by_registers, by_shared});
}

double occupancy(const sm_limits& sm, int threads, int registers, int shared) {
  // TODO (2 lines): count warps, not threads: a warp that is not full takes a whole slot.
  return static_cast<double>(blocks_per_sm(sm, threads, registers, shared) * threads) / sm.threads;
}
