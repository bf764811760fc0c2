#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  float total = 0, lost = 0;
  for (unsigned i = 0; i < size; ++i) {
    const float value = values[i] + lost;
    const float next = total + value;
    lost = (next - total) - value;
    total = next;
  }
  return total;
}
