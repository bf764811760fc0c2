// Problem: 01 computes the inside of areas that are all of one dwell, point by point.
// Change:  a block looks at the border of a square. One dwell: filled. Else it launches a grid.
// Watch:   steps, far fewer; and launches, one for every square that is cut.
#pragma once

#include "../launches.cuh"
#include "block.cuh"

namespace mandelbrot {

// Which square this block has: of a grid over the whole picture, or a part of its parent's.
__device__ inline square square_of_block(const division& by, const square& parent) {
  if (parent.side == 0) return {blockIdx.x * by.first, blockIdx.y * by.first, by.first};
  return part(by, parent, blockIdx.x);
}

// Parent and child write different pixels and read none, so a child may begin at once. The host
// launches one block per square of `first` pixels, with `parent.side` = 0. Where thousands of
// blocks launch at once, the host must make room beforehand: limits.md, "When room runs out".
__global__ void nested(view v, canvas on, division by, square parent) {
  const square s = square_of_block(by, parent);
  unsigned value = 0;
  if (border_is_uniform(v, on, s, value)) return fill(v, on, s, value);
  if (!is_cut(by, s.side)) return compute(v, on, s);

  bool lost = false;
  if (threadIdx.x == 0) {
    nested<<<parts_of(by), by.threads, 0, cudaStreamFireAndForget>>>(v, on, by, s);
    lost = launch_was_lost();
  }
  if (__syncthreads_or(lost)) compute(v, on, s);  // no room for a child: then do its work
}

}  // namespace mandelbrot
