// fails: results: silent_on_the_deepest.cu:7: nobody-writes(greetings
//
// Returns before it has greeted.
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  if (level == deepest) return;
  atomicAdd(&greetings[level], 1);

  if (threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<1, blockDim.x / 2>>>(greetings, level + 1, deepest);
}
