// What the code around two accesses that race says of the cause: worked out once there is a
// finding.
#pragma once

#include <cstdint>

#include "checks/order.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

// `one` and `other`: the instructions (indices into code::instructions) of two accesses of the
// launch to `address`.
checks::code_around code_around(const running_launch& launch, std::uint32_t one,
                                std::uint32_t other, std::uint64_t address);

}  // namespace lockstep::simt
