// fails: results: odd_one_lost.cu:10: … never-added
//
// Both halves have size / 2 numbers: of an odd number, the last is lost.
#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  if (size == 0) return 0;
  if (size == 1) return values[0];
  const unsigned half = size / 2;
  return sum(values, half) + sum(values + half, half);
}
