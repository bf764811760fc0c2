// What blocks have in common. A warp takes 8 by 4 pixels: neighbours leave at about the same step,
// so a compact warp diverges little.
#pragma once

#include "dwell.hpp"

namespace mandelbrot {

// Where a kernel draws, and where it counts steps of z -> z*z + c (null: it does not count).
struct canvas {
  unsigned* image;
  unsigned long long* steps;
};

// Adds up what the threads of a block counted. All threads must come here.
__device__ inline void note_steps(const canvas& on, unsigned long long mine) {
  if (on.steps != nullptr && mine > 0) atomicAdd(on.steps, mine);
}

// Whether the border of a square is all of one dwell, which is left in `value`. All threads must
// come here; all get the same answer.
__device__ inline bool border_is_uniform(const view& v, const canvas& on, const square& s,
                                         unsigned& value) {
  __shared__ unsigned dwell_of_first;
  unsigned mine = 0;
  unsigned long long steps = 0;
  bool same = true;
  for (unsigned i = threadIdx.x; i < border_length(s); i += blockDim.x) {
    unsigned x = 0, y = 0;
    border_pixel(s, i, x, y);
    const unsigned d = dwell(v, x, y);
    if (i == threadIdx.x) mine = d;
    steps += d;
    same = same && d == mine;
  }
  note_steps(on, steps);
  if (threadIdx.x == 0) dwell_of_first = mine;
  __syncthreads();
  value = dwell_of_first;
  const bool has_none = threadIdx.x >= border_length(s);
  return __syncthreads_and(has_none || (same && mine == value));
}

// Gives each pixel of a square the dwell `value`.
__device__ inline void fill(const view& v, const canvas& on, const square& s, unsigned value) {
  for (unsigned i = threadIdx.x; i < s.side * s.side; i += blockDim.x)
    on.image[(s.y + i / s.side) * v.side + s.x + i % s.side] = value;
}

// Computes each pixel of a square, a tile of 8 by 4 by each warp.
__device__ inline void compute(const view& v, const canvas& on, const square& s) {
  const unsigned in_row = (s.side + 7) / 8, tiles = in_row * ((s.side + 3) / 4);
  const unsigned lane = threadIdx.x % 32;
  unsigned long long steps = 0;
  for (unsigned tile = threadIdx.x / 32; tile < tiles; tile += blockDim.x / 32) {
    const unsigned dx = tile % in_row * 8 + lane % 8;
    const unsigned dy = tile / in_row * 4 + lane / 8;
    if (dx >= s.side || dy >= s.side) continue;
    const unsigned d = dwell(v, s.x + dx, s.y + dy);
    on.image[(s.y + dy) * v.side + s.x + dx] = d;
    steps += d;
  }
  note_steps(on, steps);
}

}  // namespace mandelbrot
