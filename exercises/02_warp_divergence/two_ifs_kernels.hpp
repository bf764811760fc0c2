// The kernels that 02_warp_divergence/two_ifs asks about. One element per thread of the grid.
#pragma once

#include <cuda_runtime.h>

__global__ void if_and_else(float* out);
__global__ void two_ifs(float* out);
__global__ void three_ifs(float* out);
__global__ void unsigned_index(float* out);
