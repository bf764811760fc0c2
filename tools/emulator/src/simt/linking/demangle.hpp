// The names of kernels and functions as their source has them.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::simt {

// "child(int*)" of "_Z5childPi", and of what nvcc makes of it if it is static.
std::string demangled(const std::string& full_name);

// "tile" of "_ZZ3sumPiE4tile", a variable's last name; one that is not mangled stays as it is ("s"
// would become "short").
std::string variable_name(std::string_view mangled);

}  // namespace lockstep::simt
