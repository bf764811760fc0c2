#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_int.hpp"

__global__ void add_elements(const int* a, const int* b, int* c, unsigned width, unsigned height) {
  unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < width && row < height) {
    unsigned i = row * width + col;
    c[i] = a[i] + b[i];
  }
}

void add_matrices(const int* a, const int* b, int* c, unsigned width, unsigned height,
                  unsigned pitch) {
  // smallest power of two that covers the row, 256 at most
  unsigned bx = 256;
  while (bx / 2 >= width) bx /= 2;
  dim3 block(bx, 256 / bx);
  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  add_elements<<<grid, block>>>(a, b, c, width, height);
  CUDA_CHECK_LAUNCH();
}
