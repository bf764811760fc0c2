#include <lockstep/check.hpp>

#include "04_parallelism/transposed_block.hpp"

constexpr unsigned side = 32;

// scale_rows was the slow one: its x came from threadIdx.y. Now all three get their place from here.
struct place {
  unsigned x, y;
};
__device__ place my_place() {
  return {blockIdx.x * side + threadIdx.x, blockIdx.y * side + threadIdx.y};
}

__global__ void add(const int* a, const int* b, int* c, unsigned width, unsigned height) {
  const place p = my_place();
  if (p.x >= width || p.y >= height) return;
  const unsigned i = p.y * width + p.x;
  c[i] = a[i] + b[i];
}

__global__ void shift_columns(const int* offset, int* c, unsigned width, unsigned height) {
  const place p = my_place();
  if (p.x >= width || p.y >= height) return;
  c[p.y * width + p.x] += offset[p.x];
}

__global__ void scale_rows(const int* factor, int* c, unsigned width, unsigned height) {
  const place p = my_place();
  if (p.x >= width || p.y >= height) return;
  c[p.y * width + p.x] *= factor[p.y];
}

void combine(const int* a, const int* b, const int* factor, const int* offset, int* c,
             unsigned width, unsigned height) {
  const dim3 block(side, side);
  const dim3 grid((width + side - 1) / side, (height + side - 1) / side);
  add<<<grid, block>>>(a, b, c, width, height);
  shift_columns<<<grid, block>>>(offset, c, width, height);
  scale_rows<<<grid, block>>>(factor, c, width, height);
  CUDA_CHECK_LAUNCH();
}
