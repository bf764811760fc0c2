// What the trace needs to know of a traced kernel's code.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/syntax.hpp"
#include "trace/recorder.hpp"

namespace lockstep::simt {

struct traced_code {
  // Where the values of an access are: a row for each element.
  struct values {
    static constexpr std::uint32_t nowhere = ~std::uint32_t{0};  // a row: it is not kept
    std::vector<std::uint32_t> rows;
    std::uint8_t bytes = 4;  // of a value in a row
    protocol::value_type type = protocol::value_type::none;
  };
  struct access {
    ptx::state_space space = ptx::state_space::generic;
    bool narrow_address = false;  // the address row holds 32-bit values
    std::uint32_t bytes = 4;      // of all elements
    values stored = {};           // or given to an atomic operation
  };
  struct exchange {
    values gave, got;                          // a row each
    std::uint32_t distance = values::nowhere;  // the row of the shuffle's operand
  };
  std::vector<trace::instruction> instructions;  // by instruction
  std::vector<access> accesses;                  // by step::extra of `trace_access`
  std::vector<values> loads;                     // by step::extra of `trace_loaded`
  std::vector<exchange> exchanges;               // by step::extra of `trace_exchange`
  std::vector<protocol::shared_array> shared;    // variables in shared memory, by offset
};

}  // namespace lockstep::simt
