// What an instruction that computes makes of values that are followed.
#pragma once

#include <cstdint>
#include <vector>

namespace lockstep::simt {

// A register as the checks follow it.
struct followed_register {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::uint32_t number = none;  // among those that are followed; `none`: it is not
  std::uint32_t row = 0;
  std::uint8_t bytes = 0;  // for each lane of the row; 0: a predicate
  bool negated = false;
  bool has_row = false;  // otherwise it is no register, and nothing more is known
};

// An instruction that makes values of others.
struct carried_values {
  enum class form : std::uint8_t {
    any,      // the result is undefined if an operand is
    chosen,   // of the first two, by the third
    all_set,  // and: not where an operand is defined, and 0
    any_set,  // or: not where an operand is defined, and all ones
    product,  // not where a factor is defined, and 0
  } how = form::any;
  std::vector<std::uint32_t> to;
  std::vector<followed_register> from;
};

}  // namespace lockstep::simt
