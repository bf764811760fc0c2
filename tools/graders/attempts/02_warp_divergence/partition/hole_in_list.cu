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

__device__ unsigned do_one(unsigned x, unsigned kind, unsigned rounds) {
  if (kind == 0) return way_of_kind_0(x, rounds);
  return way_of_kind_1(x, rounds);
}

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned element_of[threads];
  __shared__ unsigned front, back;
  const unsigned i = blockIdx.x * threads + threadIdx.x;

  if (threadIdx.x == 0) {
    front = 0;
    back = threads;
  }
  __syncthreads();
  if (i < size) {
    if (kind[i] == 0)
      element_of[atomicAdd(&front, 1)] = i;
    else
      element_of[atomicSub(&back, 1) - 1] = i;
  }
  __syncthreads();

  if (i >= size) return;
  const unsigned mine = element_of[threadIdx.x];
  result[mine] = do_one(data[mine], threadIdx.x < front ? 0 : 1, rounds);
}
