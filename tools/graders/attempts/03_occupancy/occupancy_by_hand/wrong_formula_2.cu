#include <algorithm>

#include "03_occupancy/occupancy_by_hand.hpp"

namespace {

int quotient_up(int a, int b) { return (a + b - 1) / b; }
int multiple_up(int a, int unit) { return quotient_up(a, unit) * unit; }

}  // namespace

int blocks_per_sm(const sm_limits& sm, int threads, int registers, int shared) {
  const int warps = quotient_up(threads, WARP);
  const int by_warps = sm.threads / WARP / warps;

  const int of_warp = multiple_up(WARP * registers, sm.register_unit);
  const int in_partition = sm.registers / sm.partitions / of_warp;
  const int by_registers = in_partition / quotient_up(warps, sm.partitions);

  const int of_block = multiple_up(shared + sm.shared_reserved, sm.shared_unit);
  const int by_shared = of_block == 0 ? sm.blocks : sm.shared / of_block;

  return std::min({by_warps, sm.blocks, by_registers, by_shared});
}

double occupancy(const sm_limits& sm, int threads, int registers, int shared) {
  const int warps = quotient_up(threads, WARP);
  const double slots = sm.threads / WARP;
  return blocks_per_sm(sm, threads, registers, shared) * warps / slots;
}
