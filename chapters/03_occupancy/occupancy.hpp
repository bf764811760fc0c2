// Occupancy by hand: how many blocks of a kernel one SM can hold at once, and what stops it from
// holding more. Four questions, each answered by one division; the smallest answer counts.
#pragma once

#include <algorithm>
#include <climits>

#include "limits.hpp"

// What a kernel asks for.
struct kernel_needs {
  int threads;    // per block
  int registers;  // per thread
  int shared;     // bytes per block, static and dynamic together
};

// Blocks that fit on one SM by each of its resources; INT_MAX if none of it is needed.
struct blocks_by {
  int warps, blocks, registers, shared;
  int least() const { return std::min({warps, blocks, registers, shared}); }
};

constexpr int divide_up(int value, int unit) { return (value + unit - 1) / unit; }
constexpr int round_up(int value, int unit) { return divide_up(value, unit) * unit; }

constexpr int warps_of_block(const kernel_needs& kernel) { return divide_up(kernel.threads, WARP); }

// Registers are given to warps, not to threads. 2.0 takes twice the unit for some counts.
inline int registers_of_warp(const sm_limits& sm, int per_thread) {
  const bool fermi_pair = sm.major == 2 && per_thread > 20 && per_thread % 8 >= 5 &&
                          per_thread % 8 <= 6 && per_thread < 47;
  return round_up(per_thread * WARP, fermi_pair ? 2 * sm.register_unit : sm.register_unit);
}

inline int blocks_by_registers(const sm_limits& sm, const kernel_needs& kernel) {
  if (kernel.registers == 0) return INT_MAX;
  if (kernel.registers > sm.registers_per_thread) return 0;
  const int each = registers_of_warp(sm, kernel.registers);
  // A block whose warps, spread evenly, do not fit into the partitions can never start.
  if (each * round_up(warps_of_block(kernel), sm.partitions) > sm.registers) return 0;
  // A warp's registers lie in one partition: what is left over in each is lost.
  const int warps = sm.registers / sm.partitions / each * sm.partitions;
  return warps / warps_of_block(kernel);
}

inline int blocks_by_shared(const sm_limits& sm, const kernel_needs& kernel) {
  if (kernel.shared > sm.shared_opt_in) return 0;
  const int each = round_up(kernel.shared + sm.shared_reserved, sm.shared_unit);
  return each == 0 ? INT_MAX : sm.shared / each;
}

inline blocks_by resident_blocks(const sm_limits& sm, const kernel_needs& kernel) {
  const bool possible = kernel.threads > 0 && kernel.threads <= MAX_THREADS_PER_BLOCK;
  return {possible ? sm.threads / WARP / warps_of_block(kernel) : 0, sm.blocks,
          possible ? blocks_by_registers(sm, kernel) : 0, blocks_by_shared(sm, kernel)};
}

// Resident warps as a share of those that the SM has room for, 0 to 1.
inline double occupancy(const sm_limits& sm, const kernel_needs& kernel) {
  const double warps = resident_blocks(sm, kernel).least() * warps_of_block(kernel);
  return warps / (sm.threads / WARP);
}

// Which resource runs out first, in words.
inline const char* limiter(const blocks_by& fit) {
  const int least = fit.least();
  if (least == 0) return "does not fit";
  if (least == fit.warps) return "warps";
  if (least == fit.registers) return "registers";
  if (least == fit.shared) return "shared";
  return "blocks";
}
