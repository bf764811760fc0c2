// 07_dynamic_parallelism/subdivide
#include "07_dynamic_parallelism/subdivide.hpp"

using namespace mandelbrot;

// All threads of a block call these functions together, for one square.

// Whether the whole border of a square has one dwell, which is left in `value`. The border is
// walked in four sides of side - 1 points each.
__device__ bool border_is_uniform(const view& v, const square& s, unsigned& value) {
  const unsigned edge = s.side - 1;
  value = dwell(v, s.x, s.y);

  int same = 1;
  for (unsigned k = threadIdx.x; k < 4 * edge; k += blockDim.x) {
    const unsigned along = k % edge;
    unsigned x = s.x, y = s.y;
    switch (k / edge) {
      case 0:  // top, to the right
        x += along;
        break;
      case 1:  // right, down
        x += edge;
        y += along;
        break;
      case 2:  // bottom, to the left
        x += edge - along;
        y += edge;
        break;
      default:  // left, up
        y += edge - along;
        break;
    }
    if (dwell(v, x, y) != value) same = 0;
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

  unsigned value = 0;
  if (border_is_uniform(v, s, value)) {
    fill(v, s, value, image);
    return;
  }
  if (!is_cut(by, s.side)) {
    compute(v, s, image);
    return;
  }
  if (threadIdx.x == 0) {
    subdivide<<<parts_of(by), by.threads>>>(v, by, s, image);
    // no room for the parts: then do it here
    if (cudaGetLastError() != cudaSuccess) compute(v, s, image);
  }
}
