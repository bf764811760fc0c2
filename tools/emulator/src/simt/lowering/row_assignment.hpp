// Which registers of a function share a row: those that are never alive at the same time.
//
// PTX has as many registers as the compiler liked; each row takes 64 to 256 bytes per warp. Sharing
// keeps the rows that a block works on in the host's first cache.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/program.hpp"

namespace lockstep::simt {

struct row_assignment {
  std::vector<std::uint32_t> slot;  // by register: its row, counted within its width
  std::uint32_t slots(unsigned bytes) const { return used[bytes]; }
  std::uint32_t used[17] = {};  // by width in bytes per lane; 0: predicates
};

// `width`: bytes per lane of each register; `kept`: instructions whose results need rows of their
// own (they run once per launch). A lane that takes a path of its own owns its column of every row,
// so that what is right for one thread is right for a warp.
row_assignment assign_rows(const ptx::decoded_function& function,
                           const std::vector<std::uint8_t>& width,
                           const std::vector<std::uint32_t>& kept);

}  // namespace lockstep::simt
