// What the answer to 05_reduction/scan defines.
#pragma once

#include <cuda_runtime.h>

// The prefix sums of each block: block b has the elements data[b * blockDim.x] and so on, in the
// last block only those before data[size]. result[i] = the sum of the block's elements up to and
// including data[i].
//
// Launched with blockDim.x = 64, 128, 256, 512 or 1024, with as many blocks as `size` needs, and
// without dynamic shared memory. `data` stays as it is.
__global__ void scan_blocks(const int* data, int* result, unsigned size);
