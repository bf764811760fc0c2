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

constexpr unsigned threads = 256;

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned order[threads];
  __shared__ unsigned zeros, ones;
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * threads + t;

  if (t == 0) zeros = ones = 0;
  __syncthreads();

  if (i < size) {
    const unsigned place =
        kind[i] == 0 ? atomicAdd(&zeros, 1u) : threads - 1 - atomicAdd(&ones, 1u);
    order[place] = i;
  }
  __syncthreads();
  if (i >= size) return;

  const unsigned element = order[t];
  if (t < zeros) {
    result[element] = way_of_kind_0(data[element], rounds);
  } else {
    result[element] = way_of_kind_1(data[element], rounds);
  }
}
