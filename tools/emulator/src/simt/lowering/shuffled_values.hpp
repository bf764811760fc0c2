// Registers that may hold what a shuffle gave, or what was computed from it. A checked kernel
// follows in them which lanes have a value that is undefined (instruments/value_checks.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/program.hpp"

namespace lockstep::simt {

class shuffled_values {
 public:
  explicit shuffled_values(const ptx::decoded_function& f);

  static constexpr std::uint32_t none = ~std::uint32_t{0};
  // Of a register: its number among those that are followed; `none` if it is not.
  std::uint32_t number(std::uint32_t reg) const { return number_[reg]; }
  std::uint32_t count() const { return count_; }

 private:
  std::vector<std::uint32_t> number_;
  std::uint32_t count_ = 0;
};

}  // namespace lockstep::simt
