// Solution of 04_parallelism/matrix_sum_2d
//
// The grid is rounded up in both directions, so blocks at the right and the lower edge have threads
// outside of the matrix. Each direction needs a guard of its own: otherwise a thread beyond the end
// of a row would work on the beginning of the next. x runs fastest in a block and in a row, so the
// lanes of a warp use neighbouring elements.
#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_2d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width,
                             unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned i = y * width + x;
  c[i] = a[i] + b[i];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  dim3 block) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  add_elements<<<grid, block>>>(a, b, c, width, height);
  CUDA_CHECK_LAUNCH();
}
