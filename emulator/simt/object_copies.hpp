// Loads by which an object is copied as a whole, with its gaps: a compiler takes it in pieces as
// wide as it can.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/program.hpp"

namespace lockstep::simt {

// How far the object reaches beyond a load of a piece of it, which is only stored again.
struct copied_object {
  bool is_copied = false;
  std::uint32_t before = 0, after = 0;  // bytes
};

// By instruction. For code for a debugger, and for pieces of single bytes, the object is all pieces
// side by side; for others a piece is the object, since a loop over elements looks the same.
std::vector<copied_object> find_object_copies(const ptx::decoded_function& f, bool for_debugger);

}  // namespace lockstep::simt
