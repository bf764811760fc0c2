// fails: results: own_point_as_value.cu:32: wrong-value(thread-of-block … experiment(`0`, line(16
//
// Fills with what the last point of each thread had, and threads without a point have none.
#include "07_dynamic_parallelism/subdivide.hpp"

using namespace mandelbrot;

// The threads of a block come here together, for one square.

// Whether the border of a square is all of one dwell, which is left in `value`. All threads of the
// block get the same answer.
__device__ bool border_is_uniform(const view& v, const square& s, unsigned& value) {
  __shared__ unsigned first_of_border;
  if (threadIdx.x == 0) first_of_border = dwell(v, s.x, s.y);
  __syncthreads();
  value = 0;

  bool same = true;
  for (unsigned i = threadIdx.x; i < border_length(s); i += blockDim.x) {
    unsigned x = 0, y = 0;
    border_pixel(s, i, x, y);
    const unsigned d = dwell(v, x, y);
    same = same && d == first_of_border;
    value = d;
  }
  return __syncthreads_and(same);
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
  if (border_is_uniform(v, s, value)) return fill(v, s, value, image);
  if (!is_cut(by, s.side)) return compute(v, s, image);

  bool lost = false;
  if (threadIdx.x == 0) {
    subdivide<<<parts_of(by), by.threads, 0, cudaStreamFireAndForget>>>(v, by, s, image);
    lost = cudaGetLastError() != cudaSuccess;
  }
  if (__syncthreads_or(lost)) compute(v, s, image);
}
