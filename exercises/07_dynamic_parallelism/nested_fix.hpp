// What the answer to 07_dynamic_parallelism/nested_fix defines.
#pragma once

#include <cuda_runtime.h>

// partial[b] = the sum of tile b: `width` elements from data[b * width] on, in the last tile only
// those before data[size]. This grid does one step, which adds the elements `stride` apart. The
// grids that it launches do the others: one grid for each step, for all tiles.
//
// The grader launches the first step alone, with a block for each tile, stride = width / 2, and at
// least `stride` threads in a block; sometimes with more. `width` is a power of two from 2 to 1024,
// `size` is at least 1. `data` may be changed: the sums are formed there.
__global__ void tile_sums(int* data, int* partial, unsigned size, unsigned width, unsigned stride);
