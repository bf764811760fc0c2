#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  float total = 0, lost = 0;
  for (const float* end = values + size; values != end; ++values) {
    const float value = *values + lost;
    const float next = total + value;
    lost = (next - total) - value;
    total = next;
  }
  return total;
}
