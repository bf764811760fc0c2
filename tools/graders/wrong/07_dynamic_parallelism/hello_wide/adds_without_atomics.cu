// fails: checks: adds_without_atomics.cu:9: of-kernel-does(hello, race-one-statement(race
//
// Threads of a warp read the same number and add 1 to it.
#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void hello(unsigned* greetings, unsigned level) {
  unsigned* mine = &greetings[blockIdx.x * levels + level];
  for (unsigned t = 0; t < blockDim.x; ++t) {
    if (t == threadIdx.x) *mine += 1;
  }

  if (blockIdx.x > 0 || threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<gridDim.x, blockDim.x / 2>>>(greetings, level + 1);
}
