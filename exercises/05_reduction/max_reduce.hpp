// What the answer to 05_reduction/max_reduce defines.
#pragma once

#include <cuda_runtime.h>

// partial[b] = the largest of the elements of block b: blockDim.x of them from data[b * blockDim.x]
// on, in the last block only those before data[size]. An element may be any int.
//
// Launched with blockDim.x = 64, 128, 256, 512 or 1024, with as many blocks as size needs, and
// without dynamic shared memory. `data` stays as it is.
__global__ void block_maxima(const int* data, int* partial, unsigned size);
