// What the trace needs to know of a traced kernel's code.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/syntax.hpp"
#include "trace/recorder.hpp"

namespace lockstep::simt {

struct traced_code {
  struct access {
    ptx::state_space space = ptx::state_space::generic;
    bool narrow_address = false;  // the address row holds 32-bit values
    std::uint32_t bytes = 4;      // of all elements
  };
  std::vector<trace::instruction> instructions;  // by instruction
  std::vector<access> accesses;                  // by step::extra of `trace_access`
};

}  // namespace lockstep::simt
