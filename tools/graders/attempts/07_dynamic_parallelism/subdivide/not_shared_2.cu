#include "07_dynamic_parallelism/subdivide.hpp"

using namespace mandelbrot;

// All threads of a block call these functions together, for one square.

// Whether the whole border of a square has one dwell, which is left in `value`.
__device__ bool border_is_uniform(const view& v, const square& s, unsigned& value) {
  __shared__ unsigned corner;
  if (threadIdx.x == 0) corner = dwell(v, s.x, s.y);
  __syncthreads();
  value = corner;

  bool same = true;
  for (unsigned i = threadIdx.x; same && i < border_length(s); i += blockDim.x) {
    unsigned x, y;
    border_pixel(s, i, x, y);
    same = dwell(v, x, y) == value;
  }
  return __syncthreads_and(same) != 0;
}

// Gives each point of a square the dwell `value`.
__device__ void fill(const view& v, const square& s, unsigned value, unsigned* image) {
  for (unsigned i = threadIdx.x; i < s.side * s.side; i += blockDim.x)
    image[(s.y + i / s.side) * v.side + s.x + i % s.side] = value;
}

// Computes each point of a square.
__device__ void compute(const view& v, const square& s, unsigned* image) {
  for (unsigned i = threadIdx.x; i < s.side * s.side; i += blockDim.x) {
    const unsigned x = s.x + i % s.side, y = s.y + i / s.side;
    image[y * v.side + x] = dwell(v, x, y);
  }
}

// The square of this block: one of the first, or a part of its parent's.
__device__ square square_of_block(const division& by, const square& parent) {
  if (parent.side == 0) return {blockIdx.x * by.first, blockIdx.y * by.first, by.first};
  return part(by, parent, blockIdx.x);
}

__global__ void subdivide(view v, division by, square parent, unsigned* image) {
  const square s = square_of_block(by, parent);

  unsigned value;
  if (border_is_uniform(v, s, value)) {
    fill(v, s, value, image);
    return;
  }
  if (!is_cut(by, s.side)) {
    compute(v, s, image);
    return;
  }

  bool lost = false;
  if (threadIdx.x == 0) {
    subdivide<<<parts_of(by), by.threads>>>(v, by, s, image);
    lost = cudaGetLastError() != cudaSuccess;
  }
  if (lost) compute(v, s, image);
}
