// fails: checks: grid_turned.cu:11: … accesses-element(reads … part-to-blame(order-of-extents
//
// The numbers of blocks are in the wrong order.
#include <lockstep/check.hpp>

#include "04_parallelism/row_1d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width) {
  const unsigned x = blockIdx.x * (2 * blockDim.x) + threadIdx.x;
  const unsigned i = blockIdx.y * width + x;
  if (x < width) c[i] = a[i] + b[i];
  const unsigned j = i + blockDim.x;
  if (x + blockDim.x < width) c[j] = a[j] + b[j];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  unsigned block_size) {
  const unsigned elements = 2 * block_size;  // of a block
  const dim3 grid(height, (width + elements - 1) / elements);

  add_elements<<<grid, block_size>>>(a, b, c, width);
  CUDA_CHECK_LAUNCH();
}
