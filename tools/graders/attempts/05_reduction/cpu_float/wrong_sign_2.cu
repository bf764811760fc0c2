// 05_reduction/cpu_float: a million floats on the host
// Task       Add up the numbers with a small error, in float: either in pairs, as a tree does, or
//            with a second variable that keeps what an addition lost and gives it back (Kahan).
// Given      The loop adds one number after the other. A float has 24 significant bits, so most
//            bits of a small number are lost in a large total: a million times 0.1 gives 100,958.
//            (A total in double only postpones the problem.)
// Done when  the error is at most 4e-6 of the sum of all absolute values, for sizes from 0 to a
//            million, and for equal, random and mixed numbers; `values` stays as it is.
// Interface  float sum(const float* values, unsigned size);
#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  float total = 0.0f;
  float lost = 0.0f;
  for (const float* v = values; v != values + size; ++v) {
    const float y = *v + lost;
    const float t = total + y;
    lost = (t - total) - y;
    total = t;
  }
  return total;
}
