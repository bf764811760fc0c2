// fails: properties: one_launch_a_block.cu:10: launched-by-several(
//
// Thread 0 of each block launches one block of the next level.
#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void hello(unsigned* greetings, unsigned level) {
  atomicAdd(&greetings[blockIdx.x * levels + level], 1);

  if (threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<1, blockDim.x / 2>>>(greetings + blockIdx.x * levels, level + 1);
}
