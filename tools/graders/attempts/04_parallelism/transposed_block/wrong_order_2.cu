#include <lockstep/check.hpp>

#include "04_parallelism/transposed_block.hpp"

constexpr unsigned side = 32;  // of a block

// The element of this thread, if there is one.
struct place {
  unsigned x, y;
  __device__ place()
      : x(blockIdx.x * side + threadIdx.x), y(blockIdx.y * side + threadIdx.y) {}
  __device__ bool inside(unsigned width, unsigned height) const { return x < width && y < height; }
};

__global__ void add(const int* a, const int* b, int* c, unsigned width, unsigned height) {
  const place p;
  const unsigned i = p.y * width + p.x;
  if (p.inside(width, height)) c[i] = a[i] + b[i];
}

__global__ void shift_columns(const int* offset, int* c, unsigned width, unsigned height) {
  const place p;
  if (p.inside(width, height)) c[p.y * width + p.x] += offset[p.x];
}

__global__ void scale_rows(const int* factor, int* c, unsigned width, unsigned height) {
  const place p;
  if (p.inside(width, height)) c[p.y * width + p.x] *= factor[p.y];
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
