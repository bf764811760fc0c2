// fails: results: wrong_sign.cu:10: … loss-lost-twicenot-close
//
// What got lost is taken away once more, not given back.
#include "05_reduction/cpu_float.hpp"

float sum(const float* values, unsigned size) {
  float total = 0;
  float lost = 0;
  for (unsigned i = 0; i < size; ++i) {
    const float value = values[i] + lost;
    const float next = total + value;
    lost = (next - total) - value;
    total = next;
  }
  return total;
}
