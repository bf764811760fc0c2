#include <algorithm>

#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

constexpr unsigned lanes = 32;
constexpr unsigned sector_elements = 32 / sizeof(float);

static unsigned warp_count(unsigned threads) { return (threads + lanes - 1) / lanes; }

prediction warps(unsigned threads) { return warp_count(threads); }

prediction idle_lanes(unsigned threads) { return warp_count(threads) * lanes - threads; }

prediction sectors(unsigned threads, unsigned block) {
  unsigned total = 0;
  for (unsigned w = 0; w < warp_count(threads); ++w) {
    const unsigned first = block * threads + w * lanes;
    const unsigned last = first + lanes - 1;
    total += last / sector_elements - first / sector_elements + 1;
  }
  return total;
}

prediction resident_warps(unsigned threads) {
  const unsigned blocks = std::min({64 / warp_count(threads), 2048 / threads, 32u});
  return blocks * warp_count(threads);
}
