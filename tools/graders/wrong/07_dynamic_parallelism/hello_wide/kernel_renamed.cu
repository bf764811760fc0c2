// fails: compile: no-kernel-of-the-stub
//
// The kernel has another name.
#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void greet(unsigned* greetings, unsigned level) {
  atomicAdd(&greetings[blockIdx.x * levels + level], 1);

  if (blockIdx.x > 0 || threadIdx.x > 0 || blockDim.x == 1) return;
  greet<<<gridDim.x, blockDim.x / 2>>>(greetings, level + 1);
}
