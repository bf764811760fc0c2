// Which place in memory an access of a function names, as far as the code shows: so far behind a
// variable, a parameter of the function, or whatever value a register holds.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/program.hpp"

namespace lockstep::simt {

struct place {
  enum class base : std::uint8_t {
    unknown,
    value,
    parameter,
    local,
    of_module
  } from = base::unknown;
  // A register, or a variable of the function or of the module.
  std::uint32_t index = 0;
  std::int64_t offset = 0;

  auto operator<=>(const place&) const = default;
  bool is_known() const { return from != base::unknown; }
  bool has_base_of(const place& other) const {
    return is_known() && from == other.from && index == other.index;
  }
  place behind(std::int64_t by) const { return {from, index, offset + by}; }
};

class places {
 public:
  explicit places(const ptx::decoded_function& f);
  // Where an address, or the value of an operand, leads to.
  place of(const ptx::operand& o) const;

 private:
  place of_register(std::uint32_t r, unsigned steps) const;
  place of(const ptx::operand& o, unsigned steps) const;

  static constexpr std::uint32_t none = ~std::uint32_t{0}, several = none - 1;
  const ptx::decoded_function& f_;
  std::vector<std::uint32_t> made_by_;  // by register: an instruction, none or several
};

}  // namespace lockstep::simt
