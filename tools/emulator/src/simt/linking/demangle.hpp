// The names of kernels and functions as their source has them.
#pragma once

#include <string>

namespace lockstep::simt {

// "child(int*)" of "_Z5childPi", and of what nvcc makes of it if it is static.
std::string demangled(const std::string& full_name);

}  // namespace lockstep::simt
