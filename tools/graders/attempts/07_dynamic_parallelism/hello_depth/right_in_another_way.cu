#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  atomicAdd(&greetings[level], 1);
  unsigned threads = blockDim.x / 2;

  if (level < deepest) {
    if (threadIdx.x == 0 && threads > 0) hello<<<1, threads>>>(greetings, level + 1, deepest);
    return;
  }

  // No grid comes after this one: greet for those who would have been in it, and in the next ones.
  for (; threadIdx.x < threads; threads /= 2) atomicAdd(&greetings[++level], 1);
}
