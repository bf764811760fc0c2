// Basic blocks and their order.
#pragma once

#include <stdexcept>
#include <vector>

#include "ptx/program.hpp"

namespace lockstep::ptx {

// A function whose loops are nested deeper than any program's; what() names it.
struct nested_too_deeply : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Cut the instructions (in source order) into basic blocks and put these into recursive topological
// order of strongly connected components: every block before the blocks that it leads to, loop
// bodies whole and before what follows the loop. Blocks keep their source order where that order
// already does this.
[[nodiscard]] decoded_function lay_out(const function& source, std::vector<decoded> instructions,
                                       const std::vector<bool>& ends_block);

}  // namespace lockstep::ptx
