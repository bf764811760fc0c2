// What the answer to 02_warp_divergence/align_to_warp defines, and what it may use.
#pragma once

#include <cuda_runtime.h>

// Two ways to scramble a number, in `rounds` steps.
__host__ __device__ inline unsigned even_way(unsigned x, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) x += x * x | 5;
  return x;
}
__host__ __device__ inline unsigned odd_way(unsigned x, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) x = (x ^ (x << 7)) + 0x9E3779B9;
  return x;
}

// result[i] = even_way(data[i], rounds) if i is even, and odd_way(data[i], rounds) if it is odd,
// for i from 0 to size - 1.
//
// Launched with blockDim.x = 64, 128, 256, 512 or 1024, in one dimension, and with as many blocks
// as it takes to have a thread for each element. `data` stays as it is.
__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds);
