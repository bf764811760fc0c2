// Runs generated kernels. There are two implementations, and a program is linked with one of them:
// execution_emulator.cpp and execution_gpu.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator.hpp"

namespace differential {

struct run_input {
  std::vector<std::uint32_t> words;  // input_bytes
  std::uint32_t salt = 0;
};

using output = std::vector<std::uint32_t>;  // of every thread, then the totals

// What each kernel makes of each input, kernel by kernel. All are one module. Throws
// std::runtime_error if it is refused or a kernel fails.
std::vector<output> outputs_of(const std::vector<generated_kernel>& kernels,
                               const std::vector<run_input>& inputs);

// For the compiler in the GPU's driver; the emulator has none.
extern int optimisation_level;

}  // namespace differential
