// fails: results: everybody_stays.cu:12: updated-often(greetings
//
// All threads of the last grid greet on all levels below.
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  atomicAdd(&greetings[level], 1);

  if (level == deepest) {
    unsigned below = level + 1;
    for (unsigned threads = blockDim.x / 2; threads > 0; threads /= 2)
      atomicAdd(&greetings[below++], 1);
    return;
  }
  if (threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<1, blockDim.x / 2>>>(greetings, level + 1, deepest);
}
