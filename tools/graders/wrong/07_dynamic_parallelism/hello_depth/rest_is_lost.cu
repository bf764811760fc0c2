// fails: results: deepest = 0: block 0 on level 1: expected 4 greetings, got 0
//
// Ends the nesting, as the book asks, and with it the greetings.
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  atomicAdd(&greetings[level], 1);

  if (threadIdx.x > 0 || blockDim.x == 1 || level == deepest) return;
  hello<<<1, blockDim.x / 2>>>(greetings, level + 1, deepest);
}
