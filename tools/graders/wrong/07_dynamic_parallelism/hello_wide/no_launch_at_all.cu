// fails: properties: no_launch_at_all.cu:7: no-thread-launches(hello
//
// A loop greets for all levels: no grid of its own for any.
#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void hello(unsigned* greetings, unsigned) {
  for (unsigned level = 0; threadIdx.x < blockDim.x >> level; ++level)
    atomicAdd(&greetings[blockIdx.x * levels + level], 1);
}
