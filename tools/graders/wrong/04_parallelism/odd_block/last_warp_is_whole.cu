// fails: results: last_warp_is_whole.cu:21: … sectors of block 0: predicted-too-high(128
//
// The last warp of 1000 threads has 8 lanes, and touches one sector.
#include <algorithm>

#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

prediction warps(unsigned threads) { return (threads + 31) / 32; }

prediction idle_lanes(unsigned threads) { return (threads + 31) / 32 * 32 - threads; }

prediction sectors(unsigned threads, unsigned block) {
  unsigned sum = 0;
  for (unsigned t = 0; t < threads; t += 32) {
    const unsigned first = block * threads + t;
    const unsigned last = block * threads + t + 31;
    sum += last / 8 - first / 8 + 1;
  }
  return sum;
}

prediction resident_warps(unsigned threads) {
  const unsigned of_a_block = (threads + 31) / 32;
  return std::min(64 / of_a_block, 32u) * of_a_block;
}
