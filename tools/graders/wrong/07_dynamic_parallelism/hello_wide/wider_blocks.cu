// fails: properties: measured(threads of a block on level … line(11
//
// A grid for each level, but its blocks are as large as the first; half of the threads leave.
#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void hello(unsigned* greetings, unsigned level) {
  if (threadIdx.x >= blockDim.x >> level) return;
  atomicAdd(&greetings[blockIdx.x * levels + level], 1);

  if (blockIdx.x > 0 || threadIdx.x > 0 || blockDim.x >> level == 1) return;
  hello<<<gridDim.x, blockDim.x>>>(greetings, level + 1);
}
