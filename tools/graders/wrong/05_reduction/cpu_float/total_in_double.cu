// fails: compile: uses `double`
//
// A total in double, which the exercise rules out: doubles have the same problem, later.
#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  double total = 0;
  for (unsigned i = 0; i < size; ++i) total += values[i];
  return static_cast<float>(total);
}
