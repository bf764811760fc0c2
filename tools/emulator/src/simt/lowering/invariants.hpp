// Instructions of a kernel that give every block of a launch the same values: they depend on
// constants, parameters and thread numbers only. They run once per warp when a worker takes up a
// launch (code::prologue) and are left out of the blocks' own code.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ptx/program.hpp"

namespace lockstep::simt {

// Indices into kernel.instructions, each behind those that it depends on. Such an instruction is
// pure (no memory, no faults), always executed with its block (no guard), and the only one that
// writes its registers, so that running it early, or for lanes that never get there, changes
// nothing that a program can see.
std::vector<std::uint32_t> launch_invariants(const ptx::decoded_function& kernel);

// By register: its value, if one of these instructions sets it to a constant.
std::vector<std::optional<std::uint64_t>> constant_registers(
    const ptx::decoded_function& kernel, const std::vector<std::uint32_t>& invariants);

}  // namespace lockstep::simt
