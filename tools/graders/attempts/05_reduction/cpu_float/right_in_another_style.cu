#include "05_reduction/cpu_float.hpp"

// A binary counter. tier[k] holds a sum of 2^k numbers if bit k of the count is set; when a number
// arrives, it carries upwards, as 0111 + 1 does. So every addition is of two sums of equally many
// numbers, as in a tree, but nothing is recursive and `values` is read once, in order.
float sum(const float* values, unsigned size) {
  float tier[32];
  for (unsigned n = 0; n < size; ++n) {
    float carried = values[n];
    unsigned k = 0;
    for (; n >> k & 1u; ++k) carried = tier[k] + carried;
    tier[k] = carried;
  }

  float total = 0;
  for (unsigned k = 0; k < 32; ++k)
    if (size >> k & 1u) total += tier[k];  // the small ones first
  return total;
}
