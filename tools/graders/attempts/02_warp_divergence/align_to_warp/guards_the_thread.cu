// Exercise 02_warp_divergence/align_to_warp: the same results, and no warp parts
//
// Elements with an even index go one way, those with an odd index another. Thread i works on
// element i, so in every warp 16 lanes want the one way and 16 the other, and the warp walks both.
//
// Nothing says that thread i has to work on element i. Give each thread an element such that all
// lanes of a warp go the same way; every element must still get the result that it gets now.
//
// What is checked: the results, for sizes around a warp and a block, and for blocks of 64 to 1024
// threads; that `data` stays as it is and nothing outside of it is read; that no warp diverges if
// all blocks are full; that the work has not become more: with all lanes together, it takes little
// more than half of the instructions.
//
// The two ways and the launch are described beside this file, in align_to_warp.hpp.
#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= size) return;
  const unsigned i = thread / 64 * 64 + 2 * (thread % 32) + thread / 32 % 2;

  if (i % 2 == 0) {
    result[i] = even_way(data[i], rounds);
  } else {
    result[i] = odd_way(data[i], rounds);
  }
}
