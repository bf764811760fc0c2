// 07_dynamic_parallelism/hello_depth: not deeper than is good
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  atomicAdd(&greetings[level], 1);

  if (threadIdx.x > 0 || blockDim.x == 1) return;
  if (level >= deepest) return;
  hello<<<1, blockDim.x / 2>>>(greetings, level + 1, deepest - 1);
}
