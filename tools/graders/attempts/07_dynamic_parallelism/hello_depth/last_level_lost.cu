// Exercise 07_dynamic_parallelism/hello_depth: not deeper than is good
//
// Every thread of the kernel below greets; then thread 0 launches the next level: a block of half
// as many threads, which does the same, down to one thread. The last levels are grids of a few
// threads, and each of them costs a launch.
//
// Let the nesting end at level `deepest`, without losing a greeting: the grid on that level also
// greets for all levels below it, in a loop in which half of the threads go on, as they would in
// grids of their own. With 8 threads and deepest = 1 there are two grids, of 8 and of 4 threads;
// the second greets for the levels 1, 2 and 3.
//
// What is checked: the greetings of each level, for any `deepest` and for all sizes of a block;
// that there are as many grids as `deepest` allows, no more and no less.
//
// The parameters are described beside this file, in hello_depth.hpp.
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  atomicAdd(&greetings[level], 1);

  if (level == deepest) {
    for (unsigned threads = blockDim.x / 2; threads > 1; threads /= 2) {
      ++level;
      if (threadIdx.x < threads) atomicAdd(&greetings[level], 1);
    }
    return;
  }
  if (threadIdx.x > 0 || blockDim.x == 1) return;
  hello<<<1, blockDim.x / 2>>>(greetings, level + 1, deepest);
}
