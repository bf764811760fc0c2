#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

// No formulas: a small simulation of each question.

prediction warps(unsigned threads) {
  int n = 0;
  for (int left = static_cast<int>(threads); left > 0; left -= 32) ++n;
  return n;
}

prediction idle_lanes(unsigned threads) {
  unsigned lanes = threads;
  while (lanes % 32 != 0) ++lanes;
  return lanes - threads;
}

prediction sectors(unsigned threads, unsigned block) {
  int n = 0;
  unsigned long long before = 0;
  for (unsigned t = 0; t < threads; ++t) {
    const unsigned long long sector = (1ull * block * threads + t) * sizeof(float) / 32;
    if (t % 32 == 0 || sector != before) ++n;  // a warp begins, or a sector
    before = sector;
  }
  return n;
}

prediction resident_warps(unsigned threads) {
  const unsigned each = static_cast<unsigned>(warps(threads).value());
  unsigned blocks = 0;
  while (blocks < 32 && (blocks + 1) * threads <= 2048 && (blocks + 1) * each <= 64) ++blocks;
  return blocks * each;
}
