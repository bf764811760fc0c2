// 07_dynamic_parallelism/subdivide: compute only what you must
// Task       Finish border_is_uniform() and subdivide(). If the whole border of its square has one
//            dwell, a block fills the square with it. If not, and is_cut(by, s.side), one thread
//            launches one grid with a block for each part. Otherwise, or if that launch is lost,
//            the block computes every point.
// Given      A point's dwell is the number of steps for which it stays near 0, and takes as many
//            steps to compute. So far the kernel computes every point. But a border of one dwell
//            encloses nothing else (Mariani, Silver).
// Done when  the picture is right for various views, divisions and blocks of 32 to 1024 threads,
//            even with room for one launch; no square launches more than one grid, and some launch
//            one; all threads execute at most 65 % of the instructions of computing every point.
// Interface  __global__ void subdivide(v, by, parent, image): see subdivide.hpp
#include "07_dynamic_parallelism/subdivide.hpp"

using namespace mandelbrot;

// All threads of a block call these functions together, for one square.

// Whether the whole border of a square has one dwell, which is left in `value`. All threads of the
// block get the same answer.
__device__ bool border_is_uniform(const view& v, const square& s, unsigned& value) {
  // TODO (11 lines): share the border among the threads, compare all of it with its first point,
  // and let all threads agree on one answer.
  value = 0;
  return false;
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

  // TODO (9 lines): fill the square if its border is uniform. If not, and it is to be cut, let one
  // thread launch a grid for its parts. Compute it if it is not to be cut, or the launch is lost.
  compute(v, s, image);
}
