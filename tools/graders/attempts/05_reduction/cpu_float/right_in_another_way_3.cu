// 05_reduction/cpu_float: in pairs, but from left to right
//
// Works like a binary counter. waiting[k] is the sum of 2^k numbers that has no partner yet; when a
// second sum of the same length comes, the two are added and move on to k + 1.
#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  float waiting[32] = {};
  for (unsigned i = 0; i < size; ++i) {
    float carry = values[i];
    int k = 0;
    for (unsigned bits = i; bits & 1u; bits >>= 1) {
      carry += waiting[k];
      ++k;
    }
    waiting[k] = carry;
  }

  // What is left: one sum for each bit of size, the short ones first.
  float total = 0;
  for (int k = 0; k < 32; ++k)
    if ((size >> k) & 1u) total += waiting[k];
  return total;
}
