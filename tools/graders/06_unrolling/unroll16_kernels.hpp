// What the grader of 06_unrolling/unroll16 compares the answer with, and what its predictions are
// about.
#pragma once

#include <cuda_runtime.h>

// partial[b] = the sum of the elements of block b, eight tiles of blockDim.x, as in the stub.
__global__ void eight_tiles(const int* data, int* partial, unsigned size);

// The same by sixteen tiles.
__global__ void sixteen_tiles(const int* data, int* partial, unsigned size);
