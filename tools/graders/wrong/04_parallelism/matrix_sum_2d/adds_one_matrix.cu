// fails: results: nobody-reads(b)
//
// The second matrix is never read: the first one, from its end, stands in for it.
#include "04_parallelism/matrix_sum_2d.hpp"

#include <lockstep/check.hpp>

__global__ void add(const float* a, float* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned i = y * width + x;
  c[i] = a[i] + a[width * height - 1 - i];
}

void add_matrices(const float* a, const float*, float* c, unsigned width, unsigned height,
                  dim3 block) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  add<<<grid, block>>>(a, c, width, height);
  CUDA_CHECK_LAUNCH();
}
