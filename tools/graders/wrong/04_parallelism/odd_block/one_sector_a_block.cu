// fails: results: one_sector_a_block.cu:15: … predicted-too-low(129
//
// The block as a whole lies across one sector more; but each of its warps asks for itself.
#include <algorithm>

#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

prediction warps(unsigned threads) { return (threads + 31) / 32; }

prediction idle_lanes(unsigned threads) { return (threads + 31) / 32 * 32 - threads; }

prediction sectors(unsigned threads, unsigned block) {
  return ((block + 1) * threads - 1) / 8 - block * threads / 8 + 1;
}

prediction resident_warps(unsigned threads) {
  const unsigned of_a_block = (threads + 31) / 32;
  return std::min(64 / of_a_block, 32u) * of_a_block;
}
