// Where the values that instructions give, or what is computed from them, are taken: by control
// flow, as a register holds one value here and another one there.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/program.hpp"

namespace lockstep::simt {

class value_trail {
 public:
  value_trail(const ptx::decoded_function& f, const std::vector<std::uint32_t>& from);

  // The operand may hold it when the instruction runs.
  bool is_taken(std::uint32_t instruction, std::size_t operand) const {
    return operand < guard_bit && (taken_[instruction] >> operand & 1) != 0;
  }
  // So may the predicate under which the instruction runs.
  bool decides(std::uint32_t instruction) const { return taken_[instruction] >> guard_bit != 0; }

 private:
  static constexpr unsigned guard_bit = 31;
  std::vector<std::uint32_t> taken_;  // by instruction: bits of its operands, and of its guard
};

}  // namespace lockstep::simt
