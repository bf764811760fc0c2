// 04_parallelism/matrix_sum_int
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

// Blocks always have 256 threads. The width is a power of two, and grows until a row fits or the
// block is one row. 8 ints are one sector.
static dim3 choose_block(unsigned width) {
  unsigned bx = 8;
  while (bx < width && bx < 256) bx <<= 1;
  return dim3(bx, 256 / bx);
}

void add_matrices(const int* a, const int* b, int* c, unsigned width, unsigned height,
                  unsigned pitch) {
  const dim3 block = choose_block(width);
  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  add_elements<<<grid, block>>>(a, b, c, width, height, pitch);
  CUDA_CHECK_LAUNCH();
}
