// Solution of 05_reduction/cpu_float
//
// Each half is summed up by itself, then the two sums are added: as they stand for as many numbers,
// they are about the same size, and few bits get lost. A number takes part in log2 N additions, not
// in up to N, and the error grows no faster. The second half takes the odd element.
#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  if (size == 0) return 0;
  if (size == 1) return values[0];
  const unsigned half = size / 2;
  return sum(values, half) + sum(values + half, size - half);
}
