// 04_parallelism/grid_stride: right for any grid
// Task       Let each thread advance from its first element in strides as long as the grid.
//            Then launch as many blocks as fit on the device at once, or as the elements need if
//            that is fewer.
// Given      Each thread adds one element, so a smaller grid leaves some out. The runtime knows how
//            many blocks fit on an SM.
// Done when  the sum is right for 1 to 100 blocks of 1 to 1024 threads and any size, even 0; each
//            element is read once, and 95 % of the bytes moved are used; add_vectors makes one
//            launch of the right number of blocks; the threads share the work; a and b are
//            unchanged, and no check finds anything.
// Interface  __global__ void add_elements(const float* a, const float* b, float* c, unsigned size);
//            void add_vectors(const float* a, const float* b, float* c, unsigned size,
//                             unsigned block_size);
#include <lockstep/check.hpp>

#include "04_parallelism/grid_stride.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  // TODO (3 lines): make this a loop: after each element, advance by the grid's thread count.
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) c[i] = a[i] + b[i];
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  // TODO (8 lines): ask the runtime for the number of SMs and of blocks that fit on one; launch
  // that many, but no more than the elements need, and nothing for size 0.
  const unsigned blocks = (size + block_size - 1) / block_size;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
