// Solution of 07_dynamic_parallelism/hello_depth
//
// Each grid knows its level, so it knows whether it may launch. Level 0 is the host's launch: with
// deepest = 2 there are three grids.
//
// What a grid on level l would do is known without a launch: its threads are the first blockDim.x /
// 2 of this block, and half as many on each further level. So the last grid can do the rest itself,
// in place of the return:
//
//   unsigned below = level + 1;
//   for (unsigned threads = blockDim.x / 2; threadIdx.x < threads; threads /= 2)
//     atomicAdd(&greetings[below++], 1);
//
// Recursions on a device end like this in general: where a launch costs more than the work that is
// left, a block does that work itself.
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  atomicAdd(&greetings[level], 1);

  if (level == deepest) return;
  if (threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<1, blockDim.x / 2>>>(greetings, level + 1, deepest);
}
