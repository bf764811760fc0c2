// The names of PTX's read-only registers.
#pragma once

#include <string_view>

namespace lockstep::ptx {

// "%tid", "%lanemask_lt", "%envreg1", "WARP_SZ": without a component such as ".x".
bool is_special_register(std::string_view name);

}  // namespace lockstep::ptx
