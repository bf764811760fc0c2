#include "07_dynamic_parallelism/subdivide_kernels.hpp"

__global__ void point_by_point(mandelbrot::view v, unsigned* image) {
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned x = blockIdx.x * 16 + warp % 2 * 8 + lane % 8;
  const unsigned y = blockIdx.y * 16 + warp / 2 * 4 + lane / 8;
  if (x < v.side && y < v.side) image[y * v.side + x] = mandelbrot::dwell(v, x, y);
}
