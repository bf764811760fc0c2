// 04_parallelism/transposed_block
// The slow kernel was scale_rows: its lanes walked down a column. Now all three get their place
// from the same helper.
#include <lockstep/check.hpp>

#include "04_parallelism/transposed_block.hpp"

constexpr unsigned side = 32;

__device__ uint2 my_place() {
  return make_uint2(blockIdx.x * side + threadIdx.x, blockIdx.y * side + threadIdx.y);
}

__global__ void add(const int* a, const int* b, int* c, unsigned width, unsigned height) {
  const uint2 p = my_place();
  if (p.x < width && p.y < height) {
    const unsigned i = p.y * width + p.x;
    c[i] = a[i] + b[i];
  }
}

__global__ void scale_rows(const int* factor, int* c, unsigned width, unsigned height) {
  const uint2 p = my_place();
  if (p.x < width && p.y < height) {
    c[p.y * width + p.x] *= factor[p.x];
  }
}

__global__ void shift_columns(const int* offset, int* c, unsigned width, unsigned height) {
  const uint2 p = my_place();
  if (p.x < width && p.y < height) {
    c[p.y * width + p.x] += offset[p.x];
  }
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
