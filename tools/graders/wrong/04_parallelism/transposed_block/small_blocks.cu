// fails: properties: small_blocks.cu:11: few-lanes-load
//
// Blocks of 4 x 4, turned as before: no request can touch more than 4 sectors, as half of a warp is
// missing and half of each sector is not used.
#include "04_parallelism/transposed_block.hpp"

constexpr unsigned side = 4;  // of a block

__global__ void add(const int* a, const int* b, int* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
  if (x < width && y < height) c[y * width + x] = a[y * width + x] + b[y * width + x];
}
__global__ void scale_rows(const int* factor, int* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * side + threadIdx.y, y = blockIdx.y * side + threadIdx.x;
  if (x >= width || y >= height) return;
  c[y * width + x] *= factor[y];
}
__global__ void shift_columns(const int* offset, int* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
  if (x >= width || y >= height) return;
  c[y * width + x] += offset[x];
}
void combine(const int* a, const int* b, const int* factor, const int* offset, int* c,
             unsigned width, unsigned height) {
  const dim3 block(side, side);
  const dim3 grid((width + side - 1) / side, (height + side - 1) / side);
  add<<<grid, block>>>(a, b, c, width, height);
  scale_rows<<<grid, block>>>(factor, c, width, height);
  shift_columns<<<grid, block>>>(offset, c, width, height);
}
