// fails: properties: one_level_too_deep.cu:9: to-blame(`>`, other-comparison
//
// The grid below the deepest one ends the nesting.
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  atomicAdd(&greetings[level], 1);

  if (level > deepest) {
    unsigned below = level + 1;
    for (unsigned threads = blockDim.x / 2; threadIdx.x < threads; threads /= 2)
      atomicAdd(&greetings[below++], 1);
    return;
  }
  if (threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<1, blockDim.x / 2>>>(greetings, level + 1, deepest);
}
