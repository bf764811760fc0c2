#include <algorithm>

#include "03_occupancy/occupancy_by_hand.hpp"

namespace {

int quotient_up(int value, int unit) { return (value + unit - 1) / unit; }
int multiple_up(int value, int unit) { return quotient_up(value, unit) * unit; }

}  // namespace

int blocks_per_sm(const sm_limits& sm, int threads, int registers, int shared) {
  if (shared > sm.shared_opt_in) return 0;

  const int warps = quotient_up(threads, WARP);
  const int by_warps = sm.threads / WARP / warps;

  const int for_a_warp = multiple_up(WARP * registers, sm.register_unit);
  const int in_a_partition = sm.registers / sm.partitions / for_a_warp;  // warps
  const int by_registers = in_a_partition / quotient_up(warps, sm.partitions);

  const int bytes = multiple_up(shared + sm.shared_reserved, sm.shared_unit);
  const int by_shared = bytes == 0 ? sm.blocks : sm.shared / bytes;

  return std::min({by_warps, sm.blocks, by_registers, by_shared});
}

double occupancy(const sm_limits& sm, int threads, int registers, int shared) {
  const int warps = quotient_up(threads, WARP);
  return 1.0 * blocks_per_sm(sm, threads, registers, shared) * warps / (sm.threads / WARP);
}
