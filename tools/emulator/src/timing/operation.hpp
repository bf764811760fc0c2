// A machine instruction, as far as time goes: which pipe runs it, for how long, and what depends on
// what. PTX is not machine code: one of its instructions may be several of these, or none.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/syntax.hpp"

namespace lockstep::timing {

enum class pipe : std::uint8_t {
  none,        // no instruction of the machine: an operand, a modifier, part of another instruction
  alu,         // integers, logic, comparisons: 16 lanes a cycle and scheduler
  fma,         // 32 lanes a cycle and scheduler
  fma_heavy,   // the half of it that multiplies integers: 16 lanes
  alu_or_fma,  // integer additions, which ptxas spreads over both
  fp64,
  transcendental,  // MUFU and most conversions
  memory,          // loads, stores, atomics, shuffles: through the queue to the SM's one MIO
  control,         // branches, barriers
  count_
};

enum class action : std::uint8_t {
  compute,
  load,
  store,
  atomic,     // gives a value
  reduction,  // gives none
  shuffle,
  barrier,
  grid_wait,  // until all blocks of a cooperative launch have come
  arrive,     // at a barrier, without waiting
  fence,      // until own stores are seen by the device
  branch,
};

// How the machine does an atomic operation.
enum class atomic_form : std::uint8_t {
  native,
  increment,  // of shared memory by one: lanes at one address count as one
  compare,    // and swap
  floating,   // native in L2, whose sum takes longer
  loop,       // a load, the operation, a comparison: again, until nobody came in between
};

struct operation {
  std::uint32_t instruction = 0;  // index into decoded_function::instructions
  pipe on = pipe::none;
  action what = action::compute;
  ptx::state_space space = ptx::state_space::generic;  // of an access, as written
  std::uint16_t latency = 0;  // until a dependent instruction may issue; of memory: the model's
  bool is_volatile = false;   // not from L1
  bool is_guarded = false;    // may run with no lane at all
  bool is_last = false;       // of its instruction
  std::uint8_t copy = 0;      // of a loop's body, where that is unrolled
  atomic_form form = atomic_form::native;
  bool is_for_warp = false;  // an atomic operation that one lane does for all
  bool is_wide = false;      // of 64 bits
  // A spilled register, or several that lie side by side; 0 bytes: none.
  std::uint32_t stack_offset = 0;
  std::uint8_t stack_bytes = 0;
  std::vector<std::uint32_t> reads, writes;
};

}  // namespace lockstep::timing
