#include <algorithm>

#include "03_occupancy/occupancy_by_hand.hpp"

namespace {

int parts(int amount, int unit) { return (amount + unit - 1) / unit; }  // rounded up
int padded(int amount, int unit) { return parts(amount, unit) * unit; }

}  // namespace

int blocks_per_sm(const sm_limits& sm, int threads, int registers, int shared) {
  const int warps = parts(threads, 32);
  const int slots = sm.threads / 32;
  int best = std::min(slots / warps, sm.blocks);

  // registers: a warp gets whole units
  const int for_a_warp = padded(32 * registers, sm.register_unit);
  const int warps_with_registers = sm.registers / for_a_warp;
  best = std::min(best, warps_with_registers / warps);

  // shared memory: with what the system takes, whole units
  if (shared > sm.shared_opt_in) return 0;
  const int for_a_block = padded(shared + sm.shared_reserved, sm.shared_unit);
  if (for_a_block > 0) best = std::min(best, sm.shared / for_a_block);

  return best;
}

double occupancy(const sm_limits& sm, int threads, int registers, int shared) {
  const int resident = blocks_per_sm(sm, threads, registers, shared) * parts(threads, 32);
  return resident / (sm.threads / 32.0);
}
