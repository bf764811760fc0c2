// fails: results: threads_for_warps.cu:26: … expected-got
//
// Occupancy in threads: lanes that have none are counted as free.
#include <algorithm>

#include "03_occupancy/occupancy_by_hand.hpp"

static int divide_up(int value, int unit) { return (value + unit - 1) / unit; }
static int round_up(int value, int unit) { return divide_up(value, unit) * unit; }

int blocks_per_sm(const sm_limits& sm, int threads, int registers, int shared) {
  const int warps = divide_up(threads, WARP);
  const int by_warps = sm.threads / WARP / warps;

  const int registers_of_warp = round_up(registers * WARP, sm.register_unit);
  const int in_partition = sm.registers / sm.partitions / registers_of_warp;
  const int by_registers = in_partition * sm.partitions / warps;

  const int shared_of_block = round_up(shared + sm.shared_reserved, sm.shared_unit);
  const int by_shared = shared_of_block > 0 ? sm.shared / shared_of_block : sm.blocks;

  return std::min({by_warps, sm.blocks, by_registers, by_shared});
}

double occupancy(const sm_limits& sm, int threads, int registers, int shared) {
  return static_cast<double>(blocks_per_sm(sm, threads, registers, shared) * threads) / sm.threads;
}
