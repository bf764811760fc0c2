// fails: properties: no_limit.cu:9: grids-run(
//
// Does not look at the limit.
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  atomicAdd(&greetings[level], 1);

  if (threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<1, blockDim.x / 2>>>(greetings, level + 1, deepest);
}
