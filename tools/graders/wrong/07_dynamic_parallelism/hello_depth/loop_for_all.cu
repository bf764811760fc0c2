// fails: properties: loop_for_all.cu:7: no-thread-launches(hello
//
// No launch: the first grid greets for all levels.
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  for (unsigned threads = blockDim.x; threadIdx.x < threads; threads /= 2)
    atomicAdd(&greetings[level++], 1);
}
