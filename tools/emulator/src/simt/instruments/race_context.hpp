// What the code around two accesses that race says of the cause: worked out once there is a
// finding.
#pragma once

#include <cstdint>

#include "checks/order.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

// `later` and `earlier`: the instructions (indices into code::instructions) of two accesses of the
// launch to `address`.
checks::code_around code_around(const running_launch& launch, std::uint32_t later,
                                std::uint32_t earlier, std::uint64_t address);

}  // namespace lockstep::simt
