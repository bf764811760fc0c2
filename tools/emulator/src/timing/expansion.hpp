// What ptxas makes of one PTX instruction.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ptx/program.hpp"
#include "timing/operation.hpp"

namespace lockstep::timing {

// Instructions that follow each other, each waiting for the one before.
struct link {
  pipe on = pipe::alu;
  std::uint16_t latency = 4;
  std::uint8_t count = 1;
};

// Empty: it costs nothing.
[[nodiscard]] std::vector<link> expansion(const ptx::decoded& i);
// The address of a variable in shared memory: S2UR SR_CgaCtaId, UMOV, ULEA.
[[nodiscard]] std::vector<link> shared_base();
// An atomic operation that one lane does for its warp.
[[nodiscard]] std::vector<link> for_warp(bool has_own_values, bool is_used);
[[nodiscard]] action action_of(const ptx::decoded& i);

}  // namespace lockstep::timing
