// Warp-wide operations whose mask is whatever __activemask() gave: which lanes are together there
// is left to chance (CUDA C++ Programming Guide, Warp Vote Functions).
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/program.hpp"

namespace lockstep::simt {

// What depends on the lanes that happen to be together.
enum class chance : std::uint8_t {
  none,
  truth,  // the answer of an any or all, which may be but a short cut
  value,
};

// By instruction. A program that looks at the mask, as one does that lets the first of its lanes
// act for all, is right for any mask; so is one in which the result reaches no memory. The groups
// of cooperative_groups and of the toolkit's algorithms say by their name that they are of chance.
std::vector<chance> find_chance(const ptx::decoded_function& f, const ptx::module& of);

}  // namespace lockstep::simt
