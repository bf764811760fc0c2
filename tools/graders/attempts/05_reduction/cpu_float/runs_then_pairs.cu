#include <vector>

#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  constexpr unsigned run = 16;
  std::vector<float> sums;
  for (unsigned i = 0; i < size; i += run) {
    float s = 0;
    for (unsigned k = i; k < size && k < i + run; ++k) s += values[k];
    sums.push_back(s);
  }
  while (sums.size() > 1) {
    if (sums.size() % 2 == 1) sums.push_back(0);
    for (unsigned i = 0; i < sums.size() / 2; ++i) sums[i] = sums[2 * i] + sums[2 * i + 1];
    sums.resize(sums.size() / 2);
  }
  return sums.empty() ? 0 : sums[0];
}
