// The sum on the host, two ways. Every variant must give exactly this number: integer addition is
// associative, so the order in which a kernel adds does not show.
#pragma once

#include <cstddef>
#include <vector>

namespace lockstep {
namespace reduction {

// One element after the other: N - 1 additions, one after the other.
inline int sum_loop(const std::vector<int>& values) {
  int sum = 0;
  for (const int value : values) sum += value;
  return sum;
}

// Interleaved pairs: element i takes the one half the length further on, and half the length is
// left. Again N - 1 additions, but those of one level do not depend on each other: this is what the
// kernels do in parallel.
//
// Published versions halve by size / 2 and lose the last element of an odd length, so they are
// right for powers of two only. Rounding up keeps the middle element, which has no partner, for the
// next level.
inline int sum_recursive(int* data, std::size_t size) {
  if (size == 0) return 0;
  if (size == 1) return data[0];
  const std::size_t half = (size + 1) / 2;
  for (std::size_t i = 0; i + half < size; ++i) data[i] += data[i + half];
  return sum_recursive(data, half);
}

inline int sum_recursive(std::vector<int> values) {
  return sum_recursive(values.data(), values.size());
}

}  // namespace reduction
}  // namespace lockstep
