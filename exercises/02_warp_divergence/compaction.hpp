// What the answer to 02_warp_divergence/compaction defines.
#pragma once

#include <cuda_runtime.h>

// Warp w of the grid looks at the 32 elements from data[32 * w] on, in the last warps at those
// before data[size]. It copies those that are greater than 0 to kept[32 * w], kept[32 * w + 1],
// ..., without gaps and in their order in `data`, and stores their number to number[w].
//
//   data    `size` elements; stays as it is
//   kept    32 places for each warp; those behind the last element that is kept stay as they are
//   number  one for each warp of the grid, those without an element included
//
// Launched with blockDim.x = 64, 128, 256, 512 or 1024, with as many blocks as `size` needs.
__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size);
