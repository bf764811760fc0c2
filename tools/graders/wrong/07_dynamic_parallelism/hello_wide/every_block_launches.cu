// fails: results: every_block_launches.cu:10: launched-again(hello, twice, both … line(9
//
// Each block launches a grid for all blocks.
#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void hello(unsigned* greetings, unsigned level) {
  atomicAdd(&greetings[blockIdx.x * levels + level], 1);

  if (threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<gridDim.x, blockDim.x / 2>>>(greetings, level + 1);
}
