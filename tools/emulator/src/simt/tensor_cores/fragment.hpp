// Which elements of a matrix are in which lane's registers (PTX ISA 9.7.14.5 for mma; wmma's are
// those of mma, side by side, as an H100 has them).
#pragma once

#include <cstdint>
#include <vector>

namespace lockstep::simt::tensor_cores {

struct fragment {
  unsigned rows = 0, columns = 0;
  unsigned registers = 0, per_register = 1;  // elements, from the lowest bits up
  bool along_columns = true;                 // a register's elements are side by side in a row
  std::vector<std::uint16_t> places;         // by register, lane, element: row * columns + column

  const std::uint16_t* of(unsigned r) const {
    return places.data() + std::size_t{r} * 32 * per_register;
  }
};

// A factor's rows (of b: columns) are `tall` where the registers hold 16 at a time, otherwise 8.
struct factor_shape {
  unsigned extent, k;
  unsigned per_register;
  bool is_tall;
};
fragment fragment_of_a(const factor_shape& f);
fragment fragment_of_b(const factor_shape& f);

// Of the sum; per_register is 2 for halves. `transposed`: columns are the tall ones.
fragment fragment_of_sum(unsigned m, unsigned n, unsigned per_register, bool transposed);

// Of m8n8k4 with halves: four products, one for each group of eight lanes (0 to 3 and 16 to 19, and
// so on). Places are those of one product; the lane says of which.
fragment fragment_of_quad_a(bool is_row);
fragment fragment_of_quad_b(bool is_row);
fragment fragment_of_quad_sum(bool halves);
constexpr unsigned quad_of(unsigned lane) { return lane / 4 % 4; }

}  // namespace lockstep::simt::tensor_cores
