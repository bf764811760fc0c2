// What the grader of 06_unrolling/float_reduce compares the answer with, and what its predictions
// are about.
#pragma once

#include <cuda_runtime.h>

// partial[b] = the sum of the elements of block b, eight tiles of blockDim.x; a loop in the tree.
__global__ void tree_in_a_loop(const float* data, float* partial, unsigned size);

// The same by one tile.
__global__ void one_tile_of_int(const int* data, int* partial, unsigned size);
__global__ void one_tile_of_float(const float* data, float* partial, unsigned size);
