// 02_warp_divergence/partition: a block sorts its work
// Task       Let the 256 threads of a block agree in shared memory which element each works on, so
//            that at most one warp of the block has both kinds. result[i] stays that of element i.
// Given      An element takes one of two paths by its kind, and kinds are mixed at random: every
//            warp has some of both and runs both paths.
// Done when  the results are right for any size and any mix of kinds; for mixed kinds all warps
//            together execute at most 0.75 of the instructions of the starter kernel; the inputs
//            are unchanged, and no check finds anything.
// Interface  __global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
//                unsigned size, unsigned rounds);   // the two paths: partition.hpp
#include "02_warp_divergence/partition.hpp"

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned order[256];
  __shared__ unsigned taken[2];
  const unsigned t = threadIdx.x;
  const unsigned first = blockIdx.x * 256;
  const unsigned count = min(256u, size - first);

  if (t == 0) taken[0] = taken[1] = 0;
  if (t < count) {
    const unsigned k = kind[first + t];
    const unsigned n = atomicAdd(&taken[k], 1);
    order[k == 0 ? n : count - 1 - n] = first + t;
  }
  __syncthreads();

  if (t < count) {
    const unsigned i = order[t];
    result[i] = t < taken[0] ? way_of_kind_0(data[i], rounds) : way_of_kind_1(data[i], rounds);
  }
}
