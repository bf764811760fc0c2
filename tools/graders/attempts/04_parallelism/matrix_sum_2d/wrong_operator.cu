// 04_parallelism/matrix_sum_2d
#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_2d.hpp"

__device__ bool inside(unsigned col, unsigned row, unsigned width, unsigned height) {
  return col < width || row < height;
}

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width,
                             unsigned height) {
  const unsigned col = threadIdx.x + blockDim.x * blockIdx.x;
  const unsigned row = threadIdx.y + blockDim.y * blockIdx.y;
  if (inside(col, row, width, height)) {
    const unsigned at = row * width + col;
    c[at] = a[at] + b[at];
  }
}

static unsigned ceil_div(unsigned n, unsigned d) { return (n + d - 1) / d; }

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  dim3 block) {
  dim3 grid;
  grid.x = ceil_div(width, block.x);
  grid.y = ceil_div(height, block.y);
  add_elements<<<grid, block>>>(a, b, c, width, height);
  CUDA_CHECK_LAUNCH();
}
