// fails: properties: down_the_columns.cu:13: lanes-apart( … lines-to-blame(lines(10, 11 and 19
//
// Right sums; but x counts rows, and the lanes of a warp use elements a whole row apart.
#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_2d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width,
                             unsigned height) {
  const unsigned x = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned y = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width || y >= height) return;
  const unsigned i = y * width + x;
  c[i] = a[i] + b[i];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  dim3 block) {
  const dim3 grid((height + block.x - 1) / block.x, (width + block.y - 1) / block.y);
  add_elements<<<grid, block>>>(a, b, c, width, height);
  CUDA_CHECK_LAUNCH();
}
