#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_2d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width,
                             unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width && y >= height) return;

  const unsigned i = y * width + x;
  c[i] = a[i] + b[i];
}

static unsigned blocks_for(unsigned elements, unsigned threads) {
  return (elements + threads - 1) / threads;
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  dim3 block) {
  const dim3 grid(blocks_for(width, block.x), blocks_for(height, block.y));

  add_elements<<<grid, block>>>(a, b, c, width, height);
  CUDA_CHECK_LAUNCH();
}
