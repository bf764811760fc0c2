// fails: properties: measured(launches … line(27
//
// A launch for every thousand rows, so that the grid is never too high.
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

void add_matrices(const int* a, const int* b, int* c, unsigned width, unsigned height,
                  unsigned pitch) {
  constexpr unsigned threads = 256;
  unsigned block_width = 1;
  while (block_width < width && block_width < threads) block_width *= 2;
  const dim3 block(block_width, threads / block_width);

  const unsigned strip = 1000;
  const dim3 grid((width + block.x - 1) / block.x, (strip + block.y - 1) / block.y);
  for (unsigned y = 0; y < height; y += strip)
    add_elements<<<grid, block>>>(a + y * pitch, b + y * pitch, c + y * pitch, width,
                                  height - y < strip ? height - y : strip, pitch);
  CUDA_CHECK_LAUNCH();
}
