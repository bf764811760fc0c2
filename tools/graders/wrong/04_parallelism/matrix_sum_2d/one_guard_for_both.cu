// fails: checks: one_guard_for_both.cu:14: of-kernel-does(add_elements, race-one-statement(race
//
// Threads beyond the end of a row add elements of the next one, which has threads of its own.
#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_2d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width,
                             unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned i = y * width + x;
  if (i >= width * height) return;
  c[i] = a[i] + b[i];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  dim3 block) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  add_elements<<<grid, block>>>(a, b, c, width, height);
  CUDA_CHECK_LAUNCH();
}
