// The kernels that 06_unrolling/why_unroll asks about.
#pragma once

#include <cuda_runtime.h>

// One warp adds up 16 times 32 numbers, each lane 16 of them: by a loop, by one whose body the
// compiler writes four times, and by none.
__global__ void rolled(const int* data, int* sums);
__global__ void by_four(const int* data, int* sums);
__global__ void unrolled(const int* data, int* sums);

// sums[b] = the sum of the elements of block b, which has 128 threads. It takes 128 elements, or
// eight times 128; in the third one warp alone adds the last 64 sums.
__global__ void one_tile(const int* data, int* sums);
__global__ void eight_tiles(const int* data, int* sums);
__global__ void last_warp(const int* data, int* sums);
