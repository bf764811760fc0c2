// Exercise 03_occupancy/occupancy_by_hand: the occupancy calculator
//
// The functions below divide what an SM has by what a block asks for. Hardware deals out nothing so
// finely: warps, not threads; registers to a warp, in units, out of a partition; shared memory to a
// block, in units, too, and the system takes some of it.
//
// Write the calculator as the section `Occupancy by hand` of chapters/03_occupancy/README.md has
// it, for any device that `sm_limits` describes (chapters/03_occupancy/limits.hpp). Fermi rounded
// by rules of its own, and is left out.
//
// What is checked: thousands of kernels on six devices, from a K20X to an H200, against the
// toolkit's own calculator, cuda_occupancy.h.
//
// The parameters are described beside this file, in occupancy_by_hand.hpp.
#include <algorithm>

#include "03_occupancy/occupancy_by_hand.hpp"

int blocks_per_sm(const sm_limits& sm, int threads, int registers, int shared) {
  // TODO (2 lines): how many warps is a block, and how many have a slot?
  const int by_warps = sm.threads / threads;

  // TODO (3 lines): what does a warp get? How many such warps fit into one of the partitions?
  const int by_registers = sm.registers / (registers * threads);

  // TODO (2 lines): what else is taken for a block, and in which units?
  const int by_shared = shared > 0 ? sm.shared / shared : sm.blocks;

  return std::min({by_warps, sm.blocks, by_registers, by_shared});
}

double occupancy(const sm_limits& sm, int threads, int registers, int shared) {
  // TODO (2 lines): a block whose last warp is not full, what does it take?
  return static_cast<double>(blocks_per_sm(sm, threads, registers, shared) * threads) / sm.threads;
}
