// fails: results: not-close
//
// The total is an int: what is behind the point is lost with each number.
#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  int total = 0;
  for (unsigned i = 0; i < size; ++i) total += values[i];
  return total;
}
