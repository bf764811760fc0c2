// fails: results: block_0_as_block_1.cu:21: … sectors of block 0: predicted-too-high(160
//
// Block 0 begins at a sector, whatever its size.
#include <algorithm>

#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

prediction warps(unsigned threads) { return (threads + 31) / 32; }

prediction idle_lanes(unsigned threads) { return (threads + 31) / 32 * 32 - threads; }

prediction sectors(unsigned threads, unsigned block) {
  unsigned sum = 0;
  for (unsigned t = 0; t < threads; t += 32) {
    const unsigned first = (block + 1) * threads + t;
    const unsigned last = (block + 1) * threads + std::min(t + 32, threads) - 1;
    sum += last / 8 - first / 8 + 1;
  }
  return sum;
}

prediction resident_warps(unsigned threads) {
  const unsigned of_a_block = (threads + 31) / 32;
  return std::min(64 / of_a_block, 32u) * of_a_block;
}
