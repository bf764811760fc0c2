// The kernel that 04_parallelism/odd_block asks about. One element per thread of the grid.
#pragma once

#include <cuda_runtime.h>

__global__ void add_vectors(const float* a, const float* b, float* c);
