// What lies in a block's shared memory, by the names of the source.
#pragma once

#include <cstdint>
#include <string>

#include "checks/order.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

// The name of the one array that a block of the kernel has in shared memory, as the source has it;
// empty if there are none or several.
std::string only_shared_array(const running_launch& launch);

// What an instruction accesses at an offset in shared memory: "`tile[3]`", or, where the source
// does not show it as plain an index, "`tile` at offset 12". Empty: it is not known.
std::string name_in_shared(const running_launch& launch, const checks::site& at,
                           std::uint64_t offset);

}  // namespace lockstep::simt
