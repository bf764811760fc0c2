// fails: results: changes_its_input.cu:7: caller-values-changed(
//
// Pairs are added in place, in numbers that are the caller's.
#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  float* left = const_cast<float*>(values);
  for (unsigned count = size; count > 1; count = (count + 1) / 2) {
    for (unsigned i = 0; i < count / 2; ++i) left[i] += left[i + (count + 1) / 2];
  }
  return size > 0 ? left[0] : 0;
}
