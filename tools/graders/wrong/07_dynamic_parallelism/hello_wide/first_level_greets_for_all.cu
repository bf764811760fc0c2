// fails: properties: missed(6, instructions of a grid's warps that write
//
// Level 0 greets for all levels, whose grids add 0.
#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void hello(unsigned* greetings, unsigned level) {
  if (level == 0) {
    unsigned l = 0;
    for (unsigned n = blockDim.x; n > 0; n /= 2, ++l)
      if (threadIdx.x == 0) atomicAdd(&greetings[blockIdx.x * levels + l], n);
  } else if (threadIdx.x == 0)
    atomicAdd(&greetings[blockIdx.x * levels + level], 0);
  if (blockIdx.x > 0 || threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<gridDim.x, blockDim.x / 2>>>(greetings, level + 1);
}
