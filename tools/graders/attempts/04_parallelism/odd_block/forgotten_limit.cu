#include <algorithm>

#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

constexpr unsigned lanes = 32;
constexpr unsigned sector = 8;  // floats

static unsigned warps_in(unsigned threads) { return (threads + lanes - 1) / lanes; }

prediction warps(unsigned threads) { return warps_in(threads); }

prediction idle_lanes(unsigned threads) { return warps_in(threads) * lanes - threads; }

prediction sectors(unsigned threads, unsigned block) {
  const unsigned begin = block * threads, end = begin + threads;
  unsigned touched = 0;
  for (unsigned first = begin; first < end; first += lanes) {
    const unsigned last = std::min(first + lanes, end) - 1;
    touched += last / sector - first / sector + 1;
  }
  return touched;
}

prediction resident_warps(unsigned threads) {
  const unsigned each = warps_in(threads);
  const unsigned blocks = std::min(2048 / threads, 64 / each);
  return blocks * each;
}
