// fails: checks: no_end.cu:10: of-kernel-does(hello … `threadIdx.x > 0`, line(9
//
// A block of one thread launches, too: blocks of no threads, which the device refuses.
#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void hello(unsigned* greetings, unsigned level) {
  atomicAdd(&greetings[blockIdx.x * levels + level], 1);

  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  hello<<<gridDim.x, blockDim.x / 2>>>(greetings, level + 1);
}
