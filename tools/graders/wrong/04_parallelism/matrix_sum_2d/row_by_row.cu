// fails: properties: measured(launches … line(19
//
// A launch for each row.
#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_2d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width,
                             unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width && blockIdx.y == 0 && threadIdx.y == 0) c[x] = a[x] + b[x];
  (void)height;
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  dim3 block) {
  const dim3 grid((width + block.x - 1) / block.x);
  for (unsigned y = 0; y < height; ++y)
    add_elements<<<grid, block>>>(a + y * width, b + y * width, c + y * width, width, 1);
  CUDA_CHECK_LAUNCH();
}
