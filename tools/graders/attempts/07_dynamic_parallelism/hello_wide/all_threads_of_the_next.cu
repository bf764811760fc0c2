#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void hello(unsigned* greetings, unsigned level) {
  atomicAdd(&greetings[blockIdx.x * levels + level], 1);

  // only one thread of the grid goes on, and only if there is something left to halve
  const bool chosen = blockIdx.x == 0 && threadIdx.x == 0;
  if (!chosen || blockDim.x == 1) return;

  // one launch for the whole next level: half as many threads
  hello<<<1, gridDim.x * blockDim.x / 2>>>(greetings, level + 1);
}
