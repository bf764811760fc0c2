// Loads that serve to store a part of a word: of a bit-field, a compiler loads the word, clears the
// field, inserts the new bits, and stores the word again. The bits that it keeps need no value.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/program.hpp"

namespace lockstep::simt {

enum class kept_bits : std::uint8_t {
  none,
  rest_is_cleared,   // may be a bit-field that is set to 0, or an `&=`
  rest_is_inserted,  // a bit-field
};

// By instruction.
std::vector<kept_bits> find_kept_bits(const ptx::decoded_function& f);

}  // namespace lockstep::simt
