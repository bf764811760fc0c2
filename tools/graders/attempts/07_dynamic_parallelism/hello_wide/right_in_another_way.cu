// 07_dynamic_parallelism/hello_wide: launch wide, not often
// Task       Let one thread of the whole grid launch one grid for the next level, with as many
//            blocks as its own and half as many threads in each (problem 3.8 of Professional CUDA C
//            Programming).
// Given      Every thread greets; then each block launches a block of half as many threads, down to
//            one thread. That is 300 launches for 100 blocks of 8 threads, and each costs
//            microseconds, whatever its size. With one wide grid for each level there are 3, for
//            any number of blocks.
// Done when  the greetings are right for 1 to 100 blocks and all sizes of a block; each level is
//            one grid with all of its blocks, half as wide as the one before.
// Interface  __global__ void hello(unsigned* greetings, unsigned level);
#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void hello(unsigned* greetings, unsigned level) {
  unsigned* mine = greetings + blockIdx.x * levels;
  atomicAdd(mine + level, 1u);

  const unsigned half = blockDim.x >> 1;
  const bool chosen = blockIdx.x + threadIdx.x == 0;
  if (chosen && half > 0) hello<<<gridDim.x, half>>>(greetings, level + 1);
}
