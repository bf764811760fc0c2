// fails: results: warp_slots_forgotten.cu:31: blocks of 100: resident warps: predicted-too-high(80
//
// An SM has room for 64 warps, too: half-empty warps take whole places.
#include <algorithm>

#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

namespace {
unsigned warps_of(unsigned threads) { return (threads + 31) / 32; }
}  // namespace

prediction warps(unsigned threads) { return warps_of(threads); }

prediction idle_lanes(unsigned threads) { return 32 * warps_of(threads) - threads; }

prediction sectors(unsigned threads, unsigned block) {
  const unsigned begin = block * threads;
  const unsigned end = begin + threads;
  unsigned sum = 0;
  for (unsigned first = begin; first < end; first += 32) {
    const unsigned last = std::min(first + 32, end) - 1;
    sum += last / 8 - first / 8 + 1;
  }
  return sum;
}

prediction resident_warps(unsigned threads) {
  const unsigned blocks = std::min(2048 / threads, 32u);
  return blocks * warps_of(threads);
}
