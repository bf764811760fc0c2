// Solution of 04_parallelism/matrix_sum_int
//
// A block has 256 threads: large enough that blocks start fast enough, small enough that several
// fit on an SM. It is as wide as the matrix, rounded up to a power of two, and at most 256. So less
// than half of a row of blocks is beyond the end of a row of the matrix. What is left of the 256
// threads is the height. A wide matrix is loaded in whole sectors, and a narrow one leaves few
// threads idle. Narrow matrices are also the high ones: with blocks one row high, the number of
// blocks in y would soon exceed its limit, 65,535.
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

  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  add_elements<<<grid, block>>>(a, b, c, width, height, pitch);
  CUDA_CHECK_LAUNCH();
}
