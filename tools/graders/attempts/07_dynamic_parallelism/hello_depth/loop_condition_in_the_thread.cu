#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  const bool goes_on_by_launch = level < deepest && blockDim.x > 1;
  unsigned width = blockDim.x;
  do {
    atomicAdd(greetings + level++, 1u);
    width >>= 1;
  } while (!goes_on_by_launch && threadIdx.x < width);

  if (goes_on_by_launch && threadIdx.x == blockDim.x - 1) {
    hello<<<1, width>>>(greetings, level, deepest);
  }
}
