// What the recording of provenance needs to know of a kernel's code.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/syntax.hpp"

namespace lockstep::simt {

// Registers are numbered through all functions of a kernel: see recorded_code::registers.
struct recorded_code {
  // An instruction that makes values of registers: all results come from all sources.
  struct operation {
    std::vector<std::uint32_t> results, sources;
    bool chooses = false;  // one of the first two sources, by the predicate that the step names
    bool narrows = false;  // a conversion to a type that cannot hold all values of the source
  };
  struct access {
    ptx::state_space space = ptx::state_space::generic;
    bool narrow_address = false;  // the address row holds 32-bit values
    std::uint8_t element_bytes = 4;
    enum class kind : std::uint8_t { load, store, atomic } what = kind::load;
    // By element: the register that is loaded, stored or the operand; `none` if there is none.
    std::vector<std::uint32_t> elements;
    std::uint32_t old = ~0u;    // of an atomic operation: the register with its result
    std::uint32_t index = ~0u;  // that the address comes from
  };
  struct exchange {
    std::uint32_t result = ~0u, source = ~0u;
    enum class kind : std::uint8_t { up, down, butterfly, index, all } how = kind::index;
  };
  // Of a parameter or a result of a call, in the area where these are.
  struct parameter {
    std::uint32_t of_register = ~0u;
    bool stored = false, indexed = false;  // indexed: the step has a row of offsets
  };
  static constexpr std::uint32_t none = ~0u;

  std::uint32_t registers = 0;  // of all functions
  std::vector<operation> operations;
  std::vector<access> accesses;
  std::vector<exchange> exchanges;
  std::vector<parameter> parameters;
};

}  // namespace lockstep::simt
