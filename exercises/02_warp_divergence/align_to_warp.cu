// 02_warp_divergence/align_to_warp: the same results without divergence
// Task       Give each thread an element such that all lanes of a warp take the same path. Every
//            element must still get the result that it gets now.
// Given      Elements with an even index take one path, those with an odd index the other. Thread i
//            works on element i, so every warp runs both. Nothing says that it has to.
// Done when  the results are right for any size and blocks of 64 to 1024 threads; no warp diverges
//            in full blocks; a warp executes at most 0.65 of the instructions of the starter
//            kernel; the threads share the work; data is unchanged, and no check finds anything.
// Interface  __global__ void scramble(const unsigned* data, unsigned* result, unsigned size,
//                                     unsigned rounds);   // the two paths: align_to_warp.hpp
#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  // TODO (4 lines): let two neighbouring warps share 64 elements, one taking the even ones and the
  // other the odd ones; compute this thread's element i.
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i >= size) return;
  if (i % 2 == 0) {
    result[i] = even_way(data[i], rounds);
  } else {
    result[i] = odd_way(data[i], rounds);
  }
}
