// fails: results: own_level_twice.cu:12: updated-often(greetings
//
// The loop begins with the level that has greeted.
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  atomicAdd(&greetings[level], 1);

  if (level == deepest) {
    unsigned below = level;
    for (unsigned threads = blockDim.x; threadIdx.x < threads; threads /= 2)
      atomicAdd(&greetings[below++], 1);
    return;
  }
  if (threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<1, blockDim.x / 2>>>(greetings, level + 1, deepest);
}
