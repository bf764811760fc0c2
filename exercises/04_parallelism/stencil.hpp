// What the answer to 04_parallelism/stencil defines.
#pragma once

#include <cuda_runtime.h>

// How many neighbours on each side belong to a sum.
constexpr unsigned radius = 3;

// result[i] = data[i - radius] + ... + data[i] + ... + data[i + radius], for i from 0 to size - 1.
// What lies before the first element and behind the last counts as 0.
//
// Launched with blockDim.x = 32, 64, 128, 256, 512 or 1024, with as many blocks as `size` needs,
// and without dynamic shared memory. `data` stays as it is.
__global__ void sum_neighbours(const int* data, int* result, unsigned size);
