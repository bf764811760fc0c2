// fails: checks: pointer_moves_on.cu:7: … in-grid-launched
//
// The last block launches, and hands on where its own numbers are.
#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void hello(unsigned* greetings, unsigned level) {
  atomicAdd(&greetings[blockIdx.x * levels + level], 1);

  if (blockIdx.x < gridDim.x - 1 || threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<gridDim.x, blockDim.x / 2>>>(greetings + blockIdx.x * levels, level + 1);
}
