// What the sampled blocks show of a launch's traffic as a whole.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "timing/machine.hpp"
#include "timing/path.hpp"

namespace lockstep::timing {

// What is known of a launch's traffic beyond the sampled blocks.
struct sharing {
  // Of the lines of an allocation's part: the share of first touches by a block that find the line
  // nowhere in L2. Blocks that read the same lines share them.
  struct of_part {
    std::uint64_t first = 0, last = 0;  // lines
    double from_dram = 1;
  };
  struct of_allocation {
    memory_range where;
    double otherwise = 1;        // of what is only written
    std::vector<of_part> parts;  // that the launch reads, ascending
    void scale(double by);
    double from_dram(std::uint64_t line) const;
  };
  std::vector<of_allocation> allocations;
  std::unordered_set<std::uint64_t> common;  // lines that several of the sampled blocks touch
  // Atomic operations on these lines: over how many slices of L2 they are spread, and the part of
  // them that is at the address which has most.
  double atomic_slices = 1, hottest = 1;
  double written_back = 0;  // of others' data, for each byte from DRAM
  const of_allocation* find(std::uint64_t line) const;
};

// Those that the sampled blocks touch, in the order in which they do.
[[nodiscard]] std::vector<memory_range> allocations_of(const recorder& paths);

struct launch;
struct program;
[[nodiscard]] sharing sharing_of(const program& code, const recorder& paths, const launch& what,
                                 const machine& on);

}  // namespace lockstep::timing
