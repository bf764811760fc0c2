// A kernel as ptxas would write it: regions of instructions that run together, each in the order
// in which it would schedule them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ptx/machine_code.hpp"
#include "ptx/program.hpp"
#include "timing/operation.hpp"

namespace lockstep::timing {

// Basic blocks that are one piece of straight code: ptxas puts short conditional parts under
// predicates instead of branches.
struct region {
  std::vector<std::uint32_t> blocks;  // the first is its head
  std::vector<operation> operations;
  std::int32_t falls_to = -1;  // the block that follows without a jump
  bool waits_for_grid = false;
  unsigned copies = 1;         // rounds of a loop that it is
  std::int32_t unrolled = -1;  // in program::unrolled: this loop's body, several times
};

struct program {
  // `machine_registers`: of a thread, 0 where they are not known. `scheduled`: in the order in
  // which ptxas would put it, rather than in that of PTX.
  explicit program(const ptx::decoded_function& kernel, const ptx::spill_code& spills = {},
                   std::uint32_t machine_registers = 0, bool scheduled = true);

  std::vector<region> regions;
  std::vector<region> unrolled;         // which run instead where a warp does as many rounds
  std::vector<std::int32_t> region_of;  // by block: the region that it heads, -1: none
  std::uint32_t registers = 0;          // those that PTX knows, and those within expansions
  std::uint32_t instructions = 0;       // of PTX
};

// By instruction: whether another one does its work: an addition folded into an address, a
// multiplication into the addition behind it, one logical operation into another.
[[nodiscard]] std::vector<bool> folded(const ptx::decoded_function& kernel);
// Whether the basic block `b` would be put under a predicate, rather than behind a branch.
// `of_data`: its condition looks at what was loaded.
[[nodiscard]] bool may_be_predicated(const ptx::decoded_function& kernel,
                                     const std::vector<bool>& folded, std::uint32_t b,
                                     bool of_data);
// Whether it has a few values and one more condition only: then it is computed in any case.
[[nodiscard]] bool may_be_speculated(const ptx::decoded_function& kernel,
                                     const std::vector<bool>& folded, std::uint32_t b);
// Loads of neighbouring words of shared memory become one, as far as alignment lets them.
void merge_shared_loads(std::vector<operation>& operations, const ptx::decoded_function& kernel);
// How often ptxas would write down the body of the loop that a region is. `operations`: of the
// region, not yet in order.
[[nodiscard]] unsigned rounds_of(const region& loop, const ptx::decoded_function& kernel);
// That many rounds as one piece of straight code. `sizes`: of each register; new ones are added.
[[nodiscard]] region unroll(const region& loop, unsigned rounds,
                            const ptx::decoded_function& kernel, std::vector<std::uint8_t>& sizes);
struct register_use {
  const std::vector<std::uint8_t>& sizes;  // of the machine's registers, by register
  std::vector<bool> behind;                // by register of PTX: read behind the region
  std::uint32_t of_machine = 0;            // of a thread; 0: not known
};
// Puts the operations of a region into the order in which ptxas would issue them.
void schedule(std::vector<operation>& operations, const register_use& registers);
// Puts the stores and loads of spilled registers where the machine code has them.
void insert_spills(program& into, const ptx::decoded_function& kernel,
                   const ptx::spill_code& spills);
// Why a kernel's time cannot be told from its code; empty: it can.
// `is_cooperative`: loops that only wait are barriers of the grid.
[[nodiscard]] std::string refusal(const ptx::decoded_function& kernel, bool is_cooperative = false);
// Whether block `b` is a loop that does nothing but look at a value until another thread changes
// it, as in grid.sync().
[[nodiscard]] bool only_waits(const ptx::decoded_function& kernel, std::uint32_t b);

}  // namespace lockstep::timing
