// Values that ptxas could not keep in registers, as the machine code stores and loads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep::ptx {

struct spill_access {
  std::uint32_t instruction = 0;  // its number in the kernel
  std::uint32_t offset = 0;       // in the thread's stack
  std::uint8_t bytes = 4;
  bool is_load = false;
  bool operator==(const spill_access&) const = default;
};

struct machine_loop {
  std::uint32_t first = 0, last = 0;  // instructions
  bool operator==(const machine_loop&) const = default;
};

struct spill_code {
  std::vector<spill_access> accesses;
  std::vector<machine_loop> loops;
  std::uint32_t instructions = 0;  // of the kernel
  bool operator==(const spill_code&) const = default;
};

// Those at a constant place in the stack: spilled registers, behind variables that PTX itself asks
// for.
[[nodiscard]] spill_code stack_accesses(std::span<const std::byte> text);

}  // namespace lockstep::ptx
