#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  const bool speaker = threadIdx.x == 0;
  if (speaker) atomicAdd(greetings + level, blockDim.x);  // one word for all threads of the block
  const unsigned next = blockDim.x >> 1;
  if (!speaker || next == 0) return;

  if (level < deepest) {
    hello<<<dim3(1), dim3(next), 0, cudaStreamTailLaunch>>>(greetings, level + 1, deepest);
    return;
  }
  // no grid lies below: greet for all of them
  unsigned* below = greetings + level;
  for (unsigned n = next; n > 0; n >>= 1) atomicAdd(++below, n);
}
