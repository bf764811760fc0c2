// fails: results: level_stays.cu:10: written-by-grids-others-never(greetings
//
// All levels greet as level 0.
#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void hello(unsigned* greetings, unsigned level) {
  atomicAdd(&greetings[blockIdx.x * levels + level], 1);

  if (blockIdx.x > 0 || threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<gridDim.x, blockDim.x / 2>>>(greetings, level);
}
