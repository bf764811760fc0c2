#include <algorithm>

#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

static unsigned warps_in(unsigned threads) { return (threads + 31) / 32; }

prediction warps(unsigned threads) { return warps_in(threads); }

prediction idle_lanes(unsigned threads) { return warps_in(threads) * 32 - threads; }

prediction sectors(unsigned threads, unsigned block) {
  const unsigned floats_in_sector = 8;
  unsigned touched = 0;
  for (unsigned w = 0; w < warps_in(threads); ++w) {
    const unsigned first = block * threads + w * 32;
    const unsigned last = first + 31;
    touched += last / floats_in_sector - first / floats_in_sector + 1;
  }
  return touched;
}

prediction resident_warps(unsigned threads) {
  const unsigned each = warps_in(threads);
  const unsigned by_slots = 64 / each;
  const unsigned by_threads = 2048 / threads;
  return std::min({by_slots, by_threads, 32u}) * each;
}
