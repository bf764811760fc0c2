// fails: properties: launches_at_the_end.cu:7: grids-run(
//
// Does the rest, and launches a grid that finds nothing to do.
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  if (level > deepest) return;
  atomicAdd(&greetings[level], 1);

  if (level == deepest) {
    unsigned below = level + 1;
    for (unsigned threads = blockDim.x / 2; threadIdx.x < threads; threads /= 2)
      atomicAdd(&greetings[below++], 1);
  }
  if (threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<1, blockDim.x / 2>>>(greetings, level + 1, deepest);
}
