// What the answer to 05_reduction/bank_conflicts defines.
#pragma once

#include <cuda_runtime.h>

// sums[b] = the sum of those elements of input[0] .. input[n - 1] that belong to block b:
// blockDim.x of them, from b * blockDim.x on. input stays as it is. Launched with blockDim.x = 64,
// 128, 256, 512 or 1024, and just as many blocks as n needs; without dynamic shared memory.
__global__ void block_sums(const int* input, int* sums, unsigned n);
