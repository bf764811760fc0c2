// How to read the bits in a function's registers. PTX does not say: most loads, stores and moves
// are of "b32". The instructions that calculate with a value do.
#pragma once

#include <vector>

#include "lockstep/protocol/trace_value.hpp"
#include "ptx/program.hpp"

namespace lockstep::simt {

// By register. Signed where nothing says otherwise: an addition is the same with and without sign.
std::vector<protocol::value_reading> value_readings(const ptx::decoded_function& of);

}  // namespace lockstep::simt
