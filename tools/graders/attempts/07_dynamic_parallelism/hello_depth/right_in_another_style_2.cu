#include "07_dynamic_parallelism/hello_depth.hpp"

// The deepest grid greets for those that would have come: 1/2, 1/4, ... of its threads, down to 1.
__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  unsigned* here = greetings + level;
  atomicAdd(here, 1);

  if (threadIdx.x != 0) return;
  unsigned rest = blockDim.x >> 1;
  if (rest == 0) return;

  if (level < deepest) {
    hello<<<1, rest>>>(greetings, level + 1, deepest);
    return;
  }
  while (rest != 0) {
    *++here = rest;  // nobody else is on these levels
    rest >>= 1;
  }
}
