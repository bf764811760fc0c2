#include <lockstep/check.hpp>

#include "04_parallelism/row_1d.hpp"

constexpr unsigned each = 2;  // elements of a thread

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width) {
  const unsigned row = blockIdx.y * width;
  const unsigned x0 = each * (blockIdx.x * blockDim.x + threadIdx.x);
  for (unsigned k = 0; k < each; ++k) {
    const unsigned x = x0 + k;
    if (x < width) c[row + x] = a[row + x] + b[row + x];
  }
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  unsigned block_size) {
  const unsigned elements_of_block = each * block_size;
  const dim3 grid((width + elements_of_block - 1) / elements_of_block, height);

  add_elements<<<grid, block_size>>>(a, b, c, width);
  CUDA_CHECK_LAUNCH();
}
