// 02_warp_divergence/partition: a block sorts its work
// Task       Let the 256 threads of a block agree, through shared memory, on which element each
//            works, so that at most one warp of the block has both kinds. result[i] stays that of
//            element i.
// Given      An element takes one of two paths by its kind, and kinds are mixed at random: every
//            warp has some of both and runs both paths.
// Done when  the results are right for any size and any mix of kinds; for mixed kinds all warps
//            together execute at most 0.65 of the instructions of the starter kernel; the blocks
//            share the work; the inputs are unchanged, and no check finds anything.
// Interface  __global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
//                unsigned size, unsigned rounds);   // the two paths: partition.hpp
#include "02_warp_divergence/partition.hpp"

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // TODO (about 12 lines): make a list of the block's elements in shared memory, those of kind 0
  // from the front and those of kind 1 from the back; wait for it at a barrier that threads without
  // an element reach as well; then work on the element in this thread's place.
  if (i >= size) return;
  if (kind[i] == 0) {
    result[i] = way_of_kind_0(data[i], rounds);
  } else {
    result[i] = way_of_kind_1(data[i], rounds);
  }
}
