// fails: results: as_many_as_fit.cu:24: … predicted-too-high
//
// A block that is left over does not come in part.
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

prediction resident_warps(unsigned threads) { return 64; }
