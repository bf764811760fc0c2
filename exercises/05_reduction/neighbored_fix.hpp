// What the answer to 05_reduction/neighbored_fix defines.
#pragma once

#include <cuda_runtime.h>

// partial[b] = the sum of the elements of block b: blockDim.x of them from data[b * blockDim.x] on,
// in the last block only those before data[size].
//
// Launched with blockDim.x = 64, 128, 256, 512 or 1024, with as many blocks as size needs, and
// without dynamic shared memory. `data` may be changed: the sums are formed there.
__global__ void block_sums(int* data, int* partial, unsigned size);
