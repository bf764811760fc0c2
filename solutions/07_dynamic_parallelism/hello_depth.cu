// Solution of 07_dynamic_parallelism/hello_depth
//
// What a grid on level l would do is known without a launch: its threads are the first
// blockDim.x / 2 of this block, and half as many on each further level. So the last grid that may
// be launched does the rest in a loop. Recursions on a device end like this in general: where a
// launch costs more than the work that is left, a block does that work itself.
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  atomicAdd(&greetings[level], 1);

  if (level == deepest) {
    unsigned below = level + 1;
    for (unsigned threads = blockDim.x / 2; threadIdx.x < threads; threads /= 2)
      atomicAdd(&greetings[below++], 1);
    return;
  }
  if (threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<1, blockDim.x / 2>>>(greetings, level + 1, deepest);
}
