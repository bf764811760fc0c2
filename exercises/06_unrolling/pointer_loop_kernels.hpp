// The kernels that 06_unrolling/pointer_loop asks about: each does what block_sums is to do.
#pragma once

#include <cuda_runtime.h>

__global__ void eight_variables(const int* data, int* partial, unsigned size);
__global__ void by_count(const int* data, int* partial, unsigned size);
__global__ void by_end(const int* data, int* partial, unsigned size);
