// fails: results: ends_one_level_early.cu:9: to-blame(`>=`, other-comparison
//
// Asks for the level below, which may be `deepest`.
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  atomicAdd(&greetings[level], 1);

  if (level + 1 >= deepest) return;
  if (threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<1, blockDim.x / 2>>>(greetings, level + 1, deepest);
}
