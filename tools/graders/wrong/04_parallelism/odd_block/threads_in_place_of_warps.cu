// fails: results: threads_in_place_of_warps.cu:24: … predicted-too-low(63
//
// Resident threads are divided by 32; but places go to whole warps.
#include <algorithm>

#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

prediction warps(unsigned threads) { return (threads + 31) / 32; }

prediction idle_lanes(unsigned threads) { return (threads + 31) / 32 * 32 - threads; }

prediction sectors(unsigned threads, unsigned block) {
  unsigned sum = 0;
  for (unsigned t = 0; t < threads; t += 32) {
    const unsigned first = block * threads + t;
    const unsigned last = block * threads + std::min(t + 32, threads) - 1;
    sum += last / 8 - first / 8 + 1;
  }
  return sum;
}

prediction resident_warps(unsigned threads) { return std::min(2048 / threads, 32u) * threads / 32; }
