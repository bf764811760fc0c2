// Problem: a lane of 16 loads 4 bytes per instruction.
// Change:  16 bytes: an int4, aligned to 16 bytes, as cudaMalloc gives it.
// Watch:   load requests: a quarter, of 16 sectors each. Four times the bytes in flight per load.
#pragma once

#include "16_shuffle.cuh"

// What this thread adds alone, four neighbours at a time; `data` aligned to 16 bytes. The last
// `size % 4` elements go to the first threads of the grid, which has at least 3.
__device__ inline int add_vectors(const int* data, unsigned size) {
  const int4* vectors = reinterpret_cast<const int4*>(data);
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
#pragma unroll 4
  for (unsigned i = first; i < size / 4; i += threads) {
    const int4 v = vectors[i];
    sum += v.x + v.y + v.z + v.w;
  }
  const unsigned last = size / 4 * 4 + first;
  if (last < size) sum += data[last];
  return sum;
}

// partial[b] = sum of what the threads of block b added. blockDim.x a multiple of 32.
__global__ void reduce_vector_loads(const int* data, int* partial, unsigned size) {
  const int sum = block_sum(add_vectors(data, size));
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}
