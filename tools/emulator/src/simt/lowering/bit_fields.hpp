// Loads that serve to store a part of a word: of a bit-field, a compiler loads the word, clears the
// field, inserts the new bits, and stores the word again. The bits that it keeps need no value.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/program.hpp"
#include "simt/state/checked_code.hpp"

namespace lockstep::simt {

// By instruction.
std::vector<kept_bits> find_kept_bits(const ptx::decoded_function& f);

}  // namespace lockstep::simt
