#include "05_reduction/cpu_float.hpp"

// Kahan: remember what the addition has lost
float sum(const float* values, unsigned size) {
  float total = 0.0f;
  float lost = 0.0f;
  for (unsigned i = 0; i != size; ++i) {
    const float next = values[i] + lost;
    const float bigger = total + next;
    lost = (bigger - total) - next;
    total = bigger;
  }
  return total;
}
