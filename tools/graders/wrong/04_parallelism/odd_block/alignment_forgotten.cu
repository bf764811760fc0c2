// fails: results: alignment_forgotten.cu:14: … predicted-too-low(128
//
// 4 sectors for each warp, wherever the block begins.
#include <algorithm>

#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

prediction warps(unsigned threads) { return (threads + 31) / 32; }

prediction idle_lanes(unsigned threads) { return (threads + 31) / 32 * 32 - threads; }

prediction sectors(unsigned threads, unsigned block) { return (threads + 7) / 8; }

prediction resident_warps(unsigned threads) {
  const unsigned of_a_block = (threads + 31) / 32;
  return std::min(64 / of_a_block, 32u) * of_a_block;
}
