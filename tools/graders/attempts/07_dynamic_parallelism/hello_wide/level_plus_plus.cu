// Exercise 07_dynamic_parallelism/hello_wide: launch wide, not often
//
// Every thread of the kernel below greets; then each block launches a block of half as many
// threads, which does the same, down to one thread. With 100 blocks of 8 threads that is 300
// launches by kernels. A launch costs microseconds, whatever its size.
//
// Let one thread of the whole grid launch one grid for the next level, with as many blocks as its
// own. Then 100 blocks of 8 threads need 3 launches, and so do 1000.
//
// What is checked: the greetings, for 1 to 100 blocks and for all sizes of a block; that there is
// one grid for each level, with all of its blocks, and half as wide as the one before.
//
// The parameters are described beside this file, in hello_wide.hpp.
#include "07_dynamic_parallelism/hello_wide.hpp"

__global__ void hello(unsigned* greetings, unsigned level) {
  atomicAdd(&greetings[blockIdx.x * levels + level], 1);

  if (blockIdx.x > 0 || threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<gridDim.x, blockDim.x / 2>>>(greetings, level++);
}
