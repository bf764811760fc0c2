// What the answer to 01_runtime_init/first_kernel defines.
#pragma once

#include <cuda_runtime.h>

// result[i] = factor * data[i], for i from 0 to size - 1.
//
// Launched with blockDim.x = 32, 64, 128, 256, 512 or 1024, and with as many blocks as `size`
// needs. `data` stays as it is.
__global__ void scale(const float* data, float* result, unsigned size, float factor);
