// What the answer to 02_warp_divergence/partition defines, and what it may use.
#pragma once

#include <cuda_runtime.h>

// Two ways to scramble a number, in `rounds` steps.
__host__ __device__ inline unsigned way_of_kind_0(unsigned x, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) x += x * x | 5;
  return x;
}
__host__ __device__ inline unsigned way_of_kind_1(unsigned x, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) x = (x ^ (x << 7)) + 0x9E3779B9;
  return x;
}

// result[i] = way_of_kind_0(data[i], rounds) if kind[i] is 0, and way_of_kind_1(data[i], rounds) if
// it is 1, for i from 0 to size - 1. kind[i] is nothing else.
//
// Launched with blockDim.x = 256, without dynamic shared memory, and with as many blocks as it
// takes to have a thread for each element. `data` and `kind` stay as they are.
__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds);
