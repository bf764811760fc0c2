#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_int.hpp"

__global__ void add_elements(const int* a, const int* b, int* c, unsigned width, unsigned height,
                             unsigned pitch) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned i = y * pitch + x;
  c[i] = a[i] + b[i];
}

// The block for a matrix of this width, with 256 threads.
static dim3 block_for(unsigned width) {
  constexpr unsigned threads = 256;
  unsigned x = 32;
  while (x < width && x < threads) x *= 2;
  return dim3(x, threads / x);
}

void add_matrices(const int* a, const int* b, int* c, unsigned width, unsigned height,
                  unsigned pitch) {
  const dim3 block = block_for(width);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  add_elements<<<grid, block>>>(a, b, c, width, height, pitch);
  CUDA_CHECK_LAUNCH();
}
