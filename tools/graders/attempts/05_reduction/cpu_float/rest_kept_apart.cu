#include <cmath>

#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  float total = 0, rest = 0;
  for (const float* v = values; v != values + size; ++v) {
    const float next = total + *v;
    if (std::fabs(total) >= std::fabs(*v))
      rest += (total - next) + *v;
    else
      rest += (*v - next) + total;
    total = next;
  }
  return total + rest;
}
