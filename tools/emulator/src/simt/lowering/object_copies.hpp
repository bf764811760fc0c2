// Loads by which an object is copied as a whole, with its gaps: a compiler takes it in pieces as
// wide as it can.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/program.hpp"
#include "simt/state/checked_code.hpp"

namespace lockstep::simt {

// By instruction. For code for a debugger, and for pieces of single bytes, the object is all pieces
// side by side; for others a piece is the object, since a loop over elements looks the same.
std::vector<copied_object> find_object_copies(const ptx::decoded_function& f, bool for_debugger);

}  // namespace lockstep::simt
