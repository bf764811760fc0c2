#include <algorithm>

#include "03_occupancy/occupancy_by_hand.hpp"

namespace {
int ceil_div(int a, int b) { return (a + b - 1) / b; }
int up_to_multiple(int a, int unit) { return ceil_div(a, unit) * unit; }
int warps_in(int threads) { return ceil_div(threads, 32); }
}  // namespace

int blocks_per_sm(const sm_limits& sm, int threads, int registers, int shared) {
  const int w = warps_in(threads);

  // 1. warp slots
  const int by_warps = sm.threads / 32 / w;

  // 2. registers: a warp gets a multiple of the unit
  const int registers_of_warp = up_to_multiple(32 * registers, sm.register_unit);
  const int by_registers = sm.registers / registers_of_warp / w;

  // 3. shared memory: what the system takes comes on top, then round up
  int by_shared = sm.blocks;
  if (shared > sm.shared_opt_in) {
    by_shared = 0;
  } else {
    const int of_block = up_to_multiple(shared + sm.shared_reserved, sm.shared_unit);
    if (of_block > 0) by_shared = sm.shared / of_block;
  }

  return std::min({by_warps, sm.blocks, by_registers, by_shared});
}

double occupancy(const sm_limits& sm, int threads, int registers, int shared) {
  const int resident = blocks_per_sm(sm, threads, registers, shared) * warps_in(threads);
  return resident / (sm.threads / 32.0);
}
