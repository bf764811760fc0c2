// 04_parallelism/odd_block
#include <algorithm>

#include "04_parallelism/odd_block.hpp"

using lockstep::prediction;

constexpr unsigned lanes_of_warp = 32;
constexpr unsigned floats_of_sector = 32 / sizeof(float);

static unsigned warp_number(unsigned threads) {
  return threads / lanes_of_warp + (threads % lanes_of_warp != 0);
}

prediction warps(unsigned threads) { return warp_number(threads); }

prediction idle_lanes(unsigned threads) {
  return warp_number(threads) * lanes_of_warp - threads;
}

prediction sectors(unsigned threads, unsigned block) {
  unsigned total = 0;
  const unsigned begin = block * threads;  // first element of the block
  for (unsigned w = 0; w < warp_number(threads); ++w) {
    const unsigned first = begin + w * lanes_of_warp;
    const unsigned last = first + lanes_of_warp - 1;
    total += last / floats_of_sector - first / floats_of_sector + 1;
  }
  return total;
}

prediction resident_warps(unsigned threads) {
  const unsigned each = warp_number(threads);
  const unsigned blocks = std::min({2048 / threads, 64 / each, 32u});
  return blocks * each;
}
