// What the address of an access was computed from: worked out from the code once there is a
// finding.
#pragma once

#include <cstdint>
#include <optional>

#include "ptx/syntax.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

struct address_origin {
  // The one pointer that goes into it: a parameter of the launch, or a variable's address.
  std::optional<std::uint64_t> pointer;
  // The one line, beside the access itself, in which a value that goes into it was loaded.
  std::optional<ptx::source_line> loaded_in;
};

// Of an instruction in the kernel itself (an index into code::instructions). Of one in a function
// that is called, nothing is known.
address_origin origin_of_address(const running_launch& launch, std::uint32_t instruction);

}  // namespace lockstep::simt
