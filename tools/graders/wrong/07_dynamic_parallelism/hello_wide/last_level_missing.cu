// fails: results: last_level_missing.cu:9: to-blame(comparison, other-comparison
//
// Ends at two threads.
#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void hello(unsigned* greetings, unsigned level) {
  atomicAdd(&greetings[blockIdx.x * levels + level], 1);

  if (blockIdx.x > 0 || threadIdx.x > 0 || blockDim.x <= 2) return;
  hello<<<gridDim.x, blockDim.x / 2>>>(greetings, level + 1);
}
