// Which values are needed where, and the registers that they take: ptxas lets only as many loads be
// in flight as it has registers for.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/program.hpp"
#include "timing/program.hpp"

namespace lockstep::timing {

class liveness {
 public:
  explicit liveness(const ptx::decoded_function& kernel);

  // By register: whether anything behind the region reads it, another round of it included.
  std::vector<bool> behind(const region& r) const;
  // By register of PTX: how many of the machine's its value takes. 0: it is an operand from the
  // constants, or a predicate.
  const std::vector<std::uint8_t>& sizes() const { return sizes_; }

 private:
  void find_sizes();
  void find_live();

  const ptx::decoded_function& kernel_;
  std::vector<std::uint8_t> sizes_;
  std::vector<std::vector<bool>> at_begin_;  // by block
};

}  // namespace lockstep::timing
