// fails: results: blocks_turned_too.cu:19: experiment(lines(19 and 20))
//
// The blocks of the grid change places, too: right for squares only.
#include <lockstep/check.hpp>

#include "04_parallelism/transposed_block.hpp"

constexpr unsigned side = 32;  // of a block

__global__ void add(const int* a, const int* b, int* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * side + threadIdx.x;
  const unsigned y = blockIdx.y * side + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned i = y * width + x;
  c[i] = a[i] + b[i];
}

__global__ void scale_rows(const int* factor, int* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.y * side + threadIdx.x;
  const unsigned y = blockIdx.x * side + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned i = y * width + x;
  c[i] *= factor[y];
}

__global__ void shift_columns(const int* offset, int* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * side + threadIdx.x;
  const unsigned y = blockIdx.y * side + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned i = y * width + x;
  c[i] += offset[x];
}

void combine(const int* a, const int* b, const int* factor, const int* offset, int* c,
             unsigned width, unsigned height) {
  const dim3 block(side, side);
  const dim3 grid((width + side - 1) / side, (height + side - 1) / side);
  add<<<grid, block>>>(a, b, c, width, height);
  scale_rows<<<grid, block>>>(factor, c, width, height);
  shift_columns<<<grid, block>>>(offset, c, width, height);
  CUDA_CHECK_LAUNCH();
}
