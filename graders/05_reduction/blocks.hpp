// What graders of sums by blocks share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

// The sizes that the exercises allow.
inline const std::vector<unsigned> block_sizes = {64, 128, 256, 512, 1024};

// Blocks that `n` elements need, one for each thread.
inline unsigned blocks_for(unsigned n, unsigned block_size) {
  return (n + block_size - 1) / block_size;
}

// The sum of each block's elements; the last block may have fewer.
inline std::vector<int> sums_of_blocks(const std::vector<int>& values, unsigned block_size) {
  std::vector<int> sums;
  for (auto first = values.begin(); first != values.end();) {
    const auto last = first + std::min<std::ptrdiff_t>(block_size, values.end() - first);
    sums.push_back(std::accumulate(first, last, 0));
    first = last;
  }
  return sums;
}
