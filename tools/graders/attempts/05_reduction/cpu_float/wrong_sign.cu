// 05_reduction/cpu_float: a million floats on the host
#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  float total = 0;
  float lost = 0;
  for (const float* v = values; v != values + size; ++v) {
    const float x = *v + lost;
    const float next = total + x;
    lost = (next - total) - x;
    total = next;
  }
  return total;
}
