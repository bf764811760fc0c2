// fails: results: only_an_h200.cu:23: … expected-got
//
// The limits of one device, whichever is asked for.
#include <algorithm>

#include "03_occupancy/occupancy_by_hand.hpp"

static int divide_up(int value, int unit) { return (value + unit - 1) / unit; }
static int round_up(int value, int unit) { return divide_up(value, unit) * unit; }

int blocks_per_sm(const sm_limits& sm, int threads, int registers, int shared) {
  const int warps = divide_up(threads, WARP);
  const int by_warps = h200.threads / WARP / warps;

  const int registers_of_warp = round_up(registers * WARP, sm.register_unit);
  const int in_partition = h200.registers / sm.partitions / registers_of_warp;
  const int by_registers = in_partition * sm.partitions / warps;

  if (shared > h200.shared_opt_in) return 0;
  const int shared_of_block = round_up(shared + h200.shared_reserved, h200.shared_unit);
  const int by_shared = shared_of_block > 0 ? h200.shared / shared_of_block : h200.blocks;

  return std::min({by_warps, h200.blocks, by_registers, by_shared});
}

double occupancy(const sm_limits& sm, int threads, int registers, int shared) {
  const int warps = blocks_per_sm(sm, threads, registers, shared) * divide_up(threads, WARP);
  return static_cast<double>(warps) / (sm.threads / WARP);
}
