// 05_reduction/cpu_float, by Kahan's method
#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  float total = 0.0f;
  float lost = 0.0f;  // what did not fit into total
  const float* const end = values + size;
  for (const float* p = values; p != end; ++p) {
    const float next = *p - lost;
    const float bigger = total + next;
    const float arrived = bigger - total;  // the part of next that really came in
    lost = next - arrived;
    total = bigger;
  }
  return total;
}
