#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

prediction warps(unsigned threads) { return (threads + 31) / 32; }

prediction idle_lanes(unsigned threads) { return (32 - threads % 32) % 32; }

prediction sectors(unsigned threads, unsigned block) {
  const unsigned count = (threads + 31) / 32;
  unsigned total = 0;
  for (unsigned w = 0; w < count; ++w) {
    const unsigned first_byte = 4 * (block * threads + 32 * w);
    const unsigned last_byte = first_byte + 4 * 32 - 1;
    total += last_byte / 32 - first_byte / 32 + 1;
  }
  return total;
}

prediction resident_warps(unsigned threads) {
  const unsigned each = (threads + 31) / 32;
  unsigned blocks = 2048 / threads;
  if (blocks > 64 / each) blocks = 64 / each;
  if (blocks > 32) blocks = 32;
  return blocks * each;
}
