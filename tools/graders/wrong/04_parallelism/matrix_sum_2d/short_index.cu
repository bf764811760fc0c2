// fails: results: experiment(`short`, line(11))
//
// An index of 16 bits.
#include <lockstep/check.hpp>
#include "04_parallelism/matrix_sum_2d.hpp"

__global__ void add(const float* a, const float* b, float* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x,
                 y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned short i = y * width + x;
  c[i] = a[i] + b[i];
}
void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  dim3 block) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  add<<<grid, block>>>(a, b, c, width, height);
  CUDA_CHECK_LAUNCH();
}
