// fails: results: not-close
//
// Four totals instead of one: each of them still grows large.
#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  float totals[4] = {};
  for (unsigned i = 0; i < size; ++i) totals[i % 4] += values[i];
  return totals[0] + totals[1] + totals[2] + totals[3];
}
