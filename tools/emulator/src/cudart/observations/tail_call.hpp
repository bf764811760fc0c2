// Functions that have left no return address.
//
// The problem: optimised code that ends in a call jumps there instead ("sibling call"), so that the
// function is missing in a backtrace, and the call seems to stand where the function was called: in
// another line, maybe of another file. Which function that is, the call instruction says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cudart/observations/objects.hpp"

namespace lockstep::cudart {

struct tail_call {
  function_symbol by;       // begin 0: not known
  std::uintptr_t jump = 0;  // the instruction; 0: not known
};

// Between two neighbours in a backtrace: the code at `inner`, and the call at `outer` that led
// there. Nothing also where that cannot be told (on other processors than x86-64: never).
std::optional<tail_call> tail_call_between(std::uintptr_t inner, std::uintptr_t outer);

}  // namespace lockstep::cudart
