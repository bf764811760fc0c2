// fails: properties: one_lane.cu:16: behind-parting
//
// One lane of each warp does the work of all: no request touches more than a sector.
#include <lockstep/check.hpp>

#include "04_parallelism/transposed_block.hpp"

constexpr unsigned side = 32;  // of a block

__global__ void add(const int* a, const int* b, int* c, unsigned width, unsigned height) {
  const unsigned first = blockIdx.x * side;
  const unsigned y = blockIdx.y * side + threadIdx.y;
  if (threadIdx.x > 0 || y >= height) return;
  for (unsigned x = first; x < first + side && x < width; ++x) {
    const unsigned i = y * width + x;
    c[i] = a[i] + b[i];
  }
}

__global__ void scale_rows(const int* factor, int* c, unsigned width, unsigned height) {
  const unsigned first = blockIdx.x * side;
  const unsigned y = blockIdx.y * side + threadIdx.y;
  if (threadIdx.x > 0 || y >= height) return;
  for (unsigned x = first; x < first + side && x < width; ++x) {
    const unsigned i = y * width + x;
    c[i] *= factor[y];
  }
}

__global__ void shift_columns(const int* offset, int* c, unsigned width, unsigned height) {
  const unsigned first = blockIdx.x * side;
  const unsigned y = blockIdx.y * side + threadIdx.y;
  if (threadIdx.x > 0 || y >= height) return;
  for (unsigned x = first; x < first + side && x < width; ++x) {
    const unsigned i = y * width + x;
    c[i] += offset[x];
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
