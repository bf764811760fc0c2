// What the answer to 05_reduction/last_block defines.
#pragma once

#include <cuda_runtime.h>

// *result = the sum of the N = `size` integers at `data`. It fits an int.
//
//   data     stays as it is
//   partial  to work with: one int for each block
//   counter  0 when the kernel begins, and 0 again when it has ended, for the next launch
//
// Launched with blockDim.x = 64, 128, 256, 512 or 1024, with as many blocks as size needs, at least
// one, and without dynamic shared memory.
__global__ void sum(const int* data, int* partial, unsigned* counter, int* result, unsigned size);
