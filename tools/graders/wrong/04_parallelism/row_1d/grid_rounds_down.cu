// fails: results: grid_rounds_down.cu:19: not-launched(add_elements, grid-without-blocks-because
//
// The blocks are halved, and rounded down: the end of the row belongs to no one.
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
  const dim3 grid(width / elements, height);

  add_elements<<<grid, block_size>>>(a, b, c, width);
  CUDA_CHECK_LAUNCH();
}
