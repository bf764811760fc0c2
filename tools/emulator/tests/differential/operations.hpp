// Straight-line operations of generated kernels: templates in PTX, and how they are filled in.
#pragma once

#include <string>
#include <string_view>

#include "random.hpp"

namespace differential {

// The registers that a kernel computes with, by width. All are set before they are used, so every
// choice of operands is defined.
struct register_pool {
  char letter;       // in templates: capital for the destination
  const char* name;  // in PTX
  unsigned count;
};
inline constexpr register_pool pools[] = {
    {'a', "%a", 10}, {'w', "%w", 6}, {'f', "%f", 6}, {'d', "%d", 4}, {'h', "%h", 4}, {'p', "%p", 4},
};

// A random template, filled in. It ends with `;` and stands for one or more instructions that no
// other lane takes part in.
//
// unoptimised: also one that the driver's compiler gets wrong where it optimises
std::string random_operation(random_source& random, bool unoptimised);

// The same of a given template:
//   [x|y|]   one of the alternatives, which may be empty
//   $A $W $F $D $H $P   a destination of the pool; $r $w $f $d $h $p: a source
//   $a       a 32-bit source that may be a constant; $c: a 64-bit one
//   $s       a 32-bit source that may be a constant below 32
//   $i       a constant 0 .. 255; $k: an offset, a multiple of 8 below 64
std::string fill(std::string_view pattern, random_source& random);

}  // namespace differential
