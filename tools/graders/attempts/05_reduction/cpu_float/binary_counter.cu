#include "05_reduction/cpu_float.hpp"

// level[k] is the sum of 2^k numbers if bit k of i is set: adding one is counting in binary.
float sum(const float* values, unsigned size) {
  float level[32] = {};
  for (unsigned i = 0; i < size; ++i) {
    float carry = values[i];
    unsigned k = 0;
    for (unsigned bits = i; bits & 1u; bits >>= 1) carry += level[k++];
    level[k] = carry;
  }
  float total = 0;
  for (unsigned k = 0; k < 32; ++k)
    if (size >> k & 1u) total += level[k];
  return total;
}
