// Registers whose values are only copied from one place in memory to another. A compiler copies an
// object as a whole, with its gaps and with members that have no value yet: reading those is no use
// of them.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/program.hpp"

namespace lockstep::simt {

class value_copies {
 public:
  // Stores of arguments of functions are copies as well.
  explicit value_copies(const ptx::decoded_function& f);

  static constexpr std::uint32_t none = ~std::uint32_t{0};
  // The register that a load has filled with the value which `reg` holds; `none` if that value is
  // used for anything but such copies.
  std::uint32_t origin(std::uint32_t reg) const { return origin_[reg]; }

 private:
  std::vector<std::uint32_t> origin_;
};

}  // namespace lockstep::simt
