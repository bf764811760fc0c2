// fails: crash: stack-full(Segmentation fault
//
// No case for size = 0: its halves are 0 again, without end.
#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  if (size == 1) return values[0];
  const unsigned half = size / 2;
  return sum(values, half) + sum(values + half, size - half);
}
