// Runs generated kernels. There are two implementations, and a program is linked with one of them:
// execution_emulator.cpp and execution_gpu.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "generator.hpp"

namespace differential {

struct run_input {
  std::vector<std::uint32_t> words;  // input_bytes
  std::uint32_t salt = 0;
};

class loaded_module {
 public:
  // Throws std::runtime_error if the text is refused.
  explicit loaded_module(const std::string& ptx);
  ~loaded_module();
  // The output of every thread, then the totals. Throws std::runtime_error if the kernel fails.
  std::vector<std::uint32_t> run(const generated_kernel& kernel, const run_input& input) const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

// For the compiler in the GPU's driver; the emulator has none.
extern int optimisation_level;

}  // namespace differential
