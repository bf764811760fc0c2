// Exercise 05_reduction/cpu_float: a million floats, added up on the host
//
// The loop below adds one number after the other, in single precision. A float has 24 bits: once
// the total is large, most of the bits of a small number no longer fit. A million times 0.1 becomes
// 100958, which is off by one per cent.
//
// Add them with a small error, in float: either in pairs, as a tree does on the GPU, in which
// numbers of about the same size meet; or with a second variable that keeps what got lost, and
// gives it back with the next number (Kahan). Both are right for this exercise. A total in double
// would hide the problem, not solve it: doubles have the same one, later.
//
// What is checked: that the error is at most 4e-6 of the sum of all absolute values, for sizes from
// 0 to a million, for equal, for random and for mixed numbers; that `values` stays as it is.
//
// The parameters are described beside this file, in cpu_float.hpp.
#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  float total = 0;
  for (unsigned i = 0; i < size; ++i) {
    float lost = 0;
    float value = values[i] - lost;
    float next = total + value;
    lost = (next - total) - value;
    total = next;
  }
  return total;
}
