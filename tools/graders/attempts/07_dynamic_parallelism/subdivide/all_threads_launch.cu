// Exercise 07_dynamic_parallelism/subdivide: draw what is not known before
//
// The dwell of a point, how many steps it stays near 0, takes as many steps to compute. The kernel
// below computes every point of a picture of the Mandelbrot set. Mariani and Silver saw that it
// need not: if all points on the border of a square have the same dwell, those inside have it, too.
//
// Finish the kernel. Each block has a square. It computes the border; all alike, it fills the
// square. If not, and is_cut(by, s.side), one thread launches one grid for the parts, with a block
// for each; else the block computes every point. A launch that finds no room is lost: then the
// block must compute its square after all.
//
// What is checked: the picture, point for point, for various views and divisions and for blocks of
// 32 to 1024 threads; that it is right with room for a single pending launch, too; that there is at
// most one launch for each square that is cut, and that there are some; that all threads together
// execute at most 75 % of the instructions that computing every point takes.
//
// The parameters are described beside this file, in subdivide.hpp.
#include "07_dynamic_parallelism/subdivide.hpp"

using namespace mandelbrot;

// The threads of a block come here together, for one square.

// Whether the border of a square is all of one dwell, which is left in `value`. All threads of the
// block get the same answer.
__device__ bool border_is_uniform(const view& v, const square& s, unsigned& value) {
  value = dwell(v, s.x, s.y);
  bool same = true;
  for (unsigned i = threadIdx.x; same && i < border_length(s); i += blockDim.x) {
    unsigned x, y;
    border_pixel(s, i, x, y);
    same = dwell(v, x, y) == value;
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

  unsigned value;
  if (border_is_uniform(v, s, value)) {
    fill(v, s, value, image);
    return;
  }
  if (!is_cut(by, s.side)) {
    compute(v, s, image);
    return;
  }
  subdivide<<<parts_of(by), by.threads>>>(v, by, s, image);
  bool lost = cudaGetLastError() != cudaSuccess;
  if (__syncthreads_or(lost)) compute(v, s, image);
}
