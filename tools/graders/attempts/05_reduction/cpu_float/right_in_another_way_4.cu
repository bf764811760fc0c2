#include "05_reduction/cpu_float.hpp"

// Works like a binary counter: sums[k] holds 2^k numbers, if bit k of how many have come is 1. Two
// sums of the same length are added and move up.
float sum(const float* values, unsigned size) {
  float sums[32] = {};
  for (unsigned i = 0; i < size; ++i) {
    float carry = values[i];
    unsigned k = 0;
    while ((i >> k & 1u) != 0) carry = sums[k++] + carry;
    sums[k] = carry;
  }

  float total = 0;
  for (unsigned k = 0; k < 32; ++k)
    if ((size >> k & 1u) != 0) total = sums[k] + total;
  return total;
}
