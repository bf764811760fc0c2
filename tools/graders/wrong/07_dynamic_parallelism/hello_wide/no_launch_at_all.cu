// fails: properties: blocks = 1: grids: 1 measured, 4 required
//
// A loop greets for all levels: no grid of its own for any.
#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void hello(unsigned* greetings, unsigned) {
  for (unsigned level = 0; threadIdx.x < blockDim.x >> level; ++level)
    atomicAdd(&greetings[blockIdx.x * levels + level], 1);
}
