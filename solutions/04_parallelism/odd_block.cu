// Solution of 04_parallelism/odd_block
//
// 32 lanes that begin at a sector touch 4 sectors; from any other element they touch 5. Block 1 of
// 1023 threads begins at element 1023, the last of its sector, so each of its warps lies across 5
// sectors: 160 in place of 128. Blocks of 1000 threads begin at sectors, as 1000 is a multiple of
// 8; their last warp has 8 lanes and touches one sector. So it does not matter that 1023 is odd,
// nor that it is no power of two. Elements of 4 bytes want a multiple of 8, and warps want a
// multiple of 32.
//
// Places on an SM go to whole blocks and whole warps: 1023 threads take the same 32 warps as 1024,
// and 992 threads leave two of 64 places empty.
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

prediction resident_warps(unsigned threads) {
  const unsigned of_a_block = (threads + 31) / 32;
  return std::min(64 / of_a_block, 32u) * of_a_block;
}
