// What the answer to 06_unrolling/warp_shuffle defines.
#pragma once

#include <cuda_runtime.h>

// partial[b] = the sum of the elements of block b: blockDim.x of them from data[b * blockDim.x] on,
// in the last block only those before data[size].
//
// Launched with any multiple of 32 threads up to 1024, with as many blocks as size needs, and
// without dynamic shared memory. `data` stays as it is.
__global__ void block_sums(const int* data, int* partial, unsigned size);
