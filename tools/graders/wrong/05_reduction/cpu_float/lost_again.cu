// fails: results: lost_again.cu:9: … loss-never-given-backnot-close
//
// What got lost is computed, and forgotten before the next number.
#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  float total = 0;
  for (unsigned i = 0; i < size; ++i) {
    float lost = 0;
    const float value = values[i] - lost;
    const float next = total + value;
    lost = (next - total) - value;
    total = next;
  }
  return total;
}
