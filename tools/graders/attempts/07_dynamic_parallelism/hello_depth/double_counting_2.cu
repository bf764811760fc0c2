// 07_dynamic_parallelism/hello_depth: stop at a given depth
// Task       Let no grid be launched below level `deepest` (problem 3.9 of Professional CUDA C
//            Programming). You may go further and let the grid on that level make the greetings of
//            all levels below it, as many as their threads would have made; both are right.
// Given      Every thread greets; then thread 0 launches the next level, a block of half as many
//            threads, down to one thread.
// Done when  the levels 0 to `deepest` have their greetings and a grid each, for any `deepest` and
//            any block of 1 to 1024 threads; on the levels below, either all threads have greeted
//            or none has.
// Interface  __global__ void hello(unsigned* greetings, unsigned level, unsigned deepest);
#include "07_dynamic_parallelism/hello_depth.hpp"

__global__ void hello(unsigned* greetings, unsigned level, unsigned deepest) {
  atomicAdd(greetings + level, 1u);

  const bool more = level < deepest && blockDim.x > 1;
  if (more && threadIdx.x == 0) {
    // one level down, so one less to go
    hello<<<1, blockDim.x / 2>>>(greetings, level + 1, deepest - 1);
  }
}
