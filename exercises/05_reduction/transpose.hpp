// What the answer to 05_reduction/transpose defines.
#pragma once

#include <cuda_runtime.h>

// out[x * height + y] = in[y * width + x], for x below `width` and y below `height`: the rows of
// `in` become the columns of `out`.
//
// Launched in blocks of 32 x 32 threads, (width + 31) / 32 of them in x and (height + 31) / 32 in
// y, and without dynamic shared memory. `in` stays as it is.
__global__ void transpose(const int* in, int* out, unsigned width, unsigned height);
