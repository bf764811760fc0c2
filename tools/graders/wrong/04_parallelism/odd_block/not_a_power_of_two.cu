// fails: results: not_a_power_of_two.cu:14: … sectors of block 1: predicted-too-high(160
//
// 1000 is a multiple of 8, and blocks of it begin at sectors.
#include <algorithm>

#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

prediction warps(unsigned threads) { return (threads + 31) / 32; }

prediction idle_lanes(unsigned threads) { return (threads + 31) / 32 * 32 - threads; }

prediction sectors(unsigned threads, unsigned block) {
  if (block > 0 && (threads & (threads - 1)) != 0) return (threads + 31) / 32 * 5;
  unsigned sum = 0;
  for (unsigned t = 0; t < threads; t += 32) {
    const unsigned first = block * threads + t;
    const unsigned last = block * threads + std::min(t + 32, threads) - 1;
    sum += last / 8 - first / 8 + 1;
  }
  return sum;
}

prediction resident_warps(unsigned threads) {
  const unsigned of_a_block = (threads + 31) / 32;
  return std::min(64 / of_a_block, 32u) * of_a_block;
}
