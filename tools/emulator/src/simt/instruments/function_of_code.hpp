// The functions that a kernel's code is made of, for what is looked up once there is a finding.
#pragma once

#include <cstdint>

#include "ptx/program.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

struct function_of_code {
  const ptx::decoded_function* function = nullptr;
  std::uint32_t first = 0;  // where its instructions begin in code::instructions
};

// The function in which an instruction (an index into code::instructions) stands.
function_of_code function_around(const running_launch& launch, std::uint32_t instruction);

}  // namespace lockstep::simt
