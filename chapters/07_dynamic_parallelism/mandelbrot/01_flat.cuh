// Problem: a picture has millions of points, each computed alone.
// Change:  a thread per pixel. Work is spread evenly over threads, and unevenly over time.
// Watch:   steps: every point inside the set takes the whole limit, though all are alike.
#pragma once

#include "block.cuh"

namespace mandelbrot {

// One block per tile of 16 by 16 pixels, which may reach beyond the picture.
__global__ void flat(view v, canvas on) {
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned x = blockIdx.x * 16 + warp % 2 * 8 + lane % 8;
  const unsigned y = blockIdx.y * 16 + warp / 2 * 4 + lane / 8;
  unsigned d = 0;
  if (x < v.side && y < v.side) {
    d = dwell(v, x, y);
    on.image[y * v.side + x] = d;
  }
  note_steps(on, d);
}

}  // namespace mandelbrot
