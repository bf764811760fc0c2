#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_2d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width,
                             unsigned height) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && col < width) {
    const unsigned k = row * width + col;
    c[k] = a[k] + b[k];
  }
}

static unsigned blocks_for(unsigned length, unsigned block) { return (length - 1) / block + 1; }

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  dim3 block) {
  const unsigned across = blocks_for(width, block.x);
  const unsigned down = blocks_for(height, block.y);
  const dim3 grid(down, across);
  add_elements<<<grid, block>>>(a, b, c, width, height);
  CUDA_CHECK_LAUNCH();
}
