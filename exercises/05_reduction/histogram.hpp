// What the answer to 05_reduction/histogram defines.
#pragma once

#include <cuda_runtime.h>

constexpr unsigned bins = 64;

// Adds to counts[b] how many elements of `data` are equal to b, for b from 0 to bins - 1.
//
//   data    `size` elements below `bins`; stays as it is
//   counts  `bins` numbers, not all of them 0 before the launch
//
// Launched with any number of blocks, with blockDim.x = 32, 64, 128, 256, 512 or 1024, and without
// dynamic shared memory. There may be more elements than threads.
__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size);
