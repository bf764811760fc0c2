// fails: results: half_of_the_rest.cu:7: never-written(greetings … experiment(line(10
//
// The last grid greets for the level right below it, and not for those that follow.
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  atomicAdd(&greetings[level], 1);

  if (level == deepest) {
    if (threadIdx.x < blockDim.x / 2) atomicAdd(&greetings[level + 1], 1);
    return;
  }
  if (threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<1, blockDim.x / 2>>>(greetings, level + 1, deepest);
}
