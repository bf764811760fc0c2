#include <lockstep/check.hpp>

#include "04_parallelism/transposed_block.hpp"

constexpr unsigned side = 32;
constexpr unsigned rows = 8;

// All three steps in one: c need not be loaded at all.
__global__ void all_in_one(const int* a, const int* b, const int* factor, const int* offset, int* c,
                           unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const unsigned i = y * width + x;
    c[i] = (a[i] + b[i]) * factor[y] + offset[x];
  }
}

void combine(const int* a, const int* b, const int* factor, const int* offset, int* c,
             unsigned width, unsigned height) {
  const dim3 block(side, rows);
  const dim3 grid((width + side - 1) / side, (height + side - 1) / side);
  all_in_one<<<grid, block>>>(a, b, factor, offset, c, width, height);
  CUDA_CHECK_LAUNCH();
}
