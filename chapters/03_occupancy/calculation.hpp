// The occupancy calculation in words and tables.
#pragma once

#include <lockstep/table.hpp>

#include <iostream>
#include <string>
#include <vector>

#include "toolkit.hpp"

namespace calculation {

using lockstep::align;
using lockstep::column;
using lockstep::fixed;
using lockstep::grouped;
using lockstep::table;

inline std::string percent(double share) { return fixed(100 * share, 1) + " %"; }

inline std::string blocks_text(int blocks) {
  return blocks == INT_MAX ? "any number of blocks"
                           : std::to_string(blocks) + (blocks == 1 ? " block" : " blocks");
}

// The four divisions, one a line.
inline void explain(const sm_limits& sm, const kernel_needs& kernel) {
  const blocks_by fit = resident_blocks(sm, kernel);
  const int warps = warps_of_block(kernel), slots = sm.threads / WARP;
  const int each = registers_of_warp(sm, kernel.registers);
  const int share = sm.registers / sm.partitions;
  const int shared = round_up(kernel.shared + sm.shared_reserved, sm.shared_unit);
  std::cout << sm.name << ": blocks of " << kernel.threads << " threads, " << kernel.registers
            << " registers per thread, " << grouped(kernel.shared) << " bytes of shared memory\n"
            << "  warps      a block is " << warps << " warps; " << slots << " / " << warps
            << " leaves room for " << blocks_text(fit.warps) << "\n"
            << "  blocks     an SM takes at most " << blocks_text(fit.blocks) << "\n"
            << "  registers  a warp takes " << kernel.registers << " x 32, rounded up to "
            << grouped(each) << "; ";
  if (each > 0)
    std::cout << sm.partitions << " x (" << grouped(share) << " / " << grouped(each)
              << ") = " << share / each * sm.partitions << " warps: ";
  std::cout << blocks_text(fit.registers) << "\n"
            << "  shared     a block takes " << grouped(kernel.shared);
  if (sm.shared_reserved > 0) std::cout << " + " << grouped(sm.shared_reserved);
  std::cout << " bytes, rounded up to " << grouped(shared) << "; " << grouped(sm.shared)
            << (shared > 0 ? " / " + grouped(shared) : " in all") << ": " << blocks_text(fit.shared)
            << "\n"
            << "  so         " << blocks_text(fit.least()) << " (" << limiter(fit) << "), "
            << fit.least() * warps << " of " << slots
            << " warps: " << percent(occupancy(sm, kernel)) << "\n\n";
}

inline std::string cell(const sm_limits& sm, const kernel_needs& kernel) {
  const char* why = limiter(resident_blocks(sm, kernel));
  const double share = occupancy(sm, kernel);
  return share == 0 ? why : fixed(100 * share, 1) + " " + (share < 1 ? why : "");
}

// Occupancy in per cent and what limits it, for some kernels on each device.
template <typename Label>
void print_table(const char* title, const std::vector<kernel_needs>& kernels, Label label) {
  std::vector<column> columns{{title}};
  for (const sm_limits& sm : devices) columns.push_back({sm.name, "%", align::left});
  table t(columns);
  for (const kernel_needs& kernel : kernels) {
    std::vector<std::string> row{label(kernel)};
    for (const sm_limits& sm : devices) row.push_back(cell(sm, kernel));
    t.add(row);
  }
  t.print(std::cout);
  std::cout << "\n";
}

// The rows of the three tables; the other needs are 256 threads, 32 registers, no shared memory.
inline constexpr int block_sizes[] = {32, 64, 96, 128, 192, 256, 384, 512, 768, 1024};
inline constexpr int register_counts[] = {16, 20, 21, 32, 33, 40, 41, 63, 64, 96, 128, 168, 255};
inline constexpr int shared_kilobytes[] = {0, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 99, 227};

inline void print_by_block_size() {
  std::vector<kernel_needs> kernels;
  for (const int threads : block_sizes) kernels.push_back({threads, 32, 0});
  print_table("threads per block", kernels,
              [](const kernel_needs& k) { return std::to_string(k.threads); });
}

inline void print_by_registers() {
  std::vector<kernel_needs> kernels;
  for (const int registers : register_counts) kernels.push_back({256, registers, 0});
  print_table("registers", kernels,
              [](const kernel_needs& k) { return std::to_string(k.registers); });
}

inline void print_by_shared_memory() {
  std::vector<kernel_needs> kernels;
  for (const int kilobytes : shared_kilobytes) kernels.push_back({256, 32, kilobytes * KB});
  print_table("shared KB", kernels,
              [](const kernel_needs& k) { return std::to_string(k.shared / KB); });
}

// Hand against header, on a grid of kernels: all block sizes, and registers and shared memory in
// steps that meet the units from both sides.
struct agreement {
  long compared = 0, equal = 0;
  bool known = true;  // to the header
};

inline agreement compare_with_toolkit(const sm_limits& sm, int thread_step) {
  agreement result;
  for (int threads = 1; threads <= MAX_THREADS_PER_BLOCK; threads += thread_step) {
    for (int registers = 0; registers <= sm.registers_per_thread; registers += 3) {
      for (int shared = 0; shared <= sm.shared_opt_in; shared += 2047) {
        const kernel_needs kernel{threads, registers, shared};
        const auto expected = toolkit_blocks(sm, kernel);
        if (!expected) return {0, 0, false};
        ++result.compared;
        result.equal += *expected == resident_blocks(sm, kernel).least();
      }
    }
  }
  return result;
}

// Whether all agree.
inline bool print_agreement(int thread_step) {
  bool all = true;
  std::cout << "The same by the toolkit's cuda_occupancy.h:\n";
  for (const sm_limits& sm : devices) {
    const agreement a = compare_with_toolkit(sm, thread_step);
    std::cout << "  " << sm.name << ": ";
    if (a.known) {
      std::cout << grouped(a.equal) << " of " << grouped(a.compared) << " kernels alike\n";
    } else {
      std::cout << "no answer, as the header no longer knows compute capability " << sm.major << "."
                << sm.minor << "\n";
    }
    all = all && a.compared == a.equal;
  }
  std::cout << "\n";
  return all;
}

}  // namespace calculation
