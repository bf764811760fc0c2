// fails: results: height = 100000: c: row-and-column(65535
//
// A grid has 65,535 blocks in y at most, so it gets 65,535, and the other rows are forgotten.
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
  const dim3 block(256, 1);

  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  if (grid.y > 65535) grid.y = 65535;
  add_elements<<<grid, block>>>(a, b, c, width, height, pitch);
  CUDA_CHECK_LAUNCH();
}
