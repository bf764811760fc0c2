// Problem: a lane of 16 loads 4 bytes per instruction.
// Change:  16 bytes: an int4, aligned to 16 bytes, as cudaMalloc gives it.
// Watch:   load requests: a quarter, of 16 sectors each. Four times the bytes in flight per load.
#pragma once

#include "16_shuffle.cuh"

// What this thread adds alone, four neighbours at a time, `Loads` loads at the same time; `data`
// aligned to 16 bytes. The last `size % 4` elements go to the first threads of the grid, which has
// at least 3.
template <unsigned Loads>
__device__ int add_vectors(const int* data, unsigned size) {
  const int4* vectors = reinterpret_cast<const int4*>(data);
  const unsigned count = size / 4;
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  const auto add = [&](int4 v) { sum += v.x + v.y + v.z + v.w; };

  unsigned i = first;
  for (; i + (Loads - 1) * threads < count; i += Loads * threads) {
#pragma unroll
    for (unsigned k = 0; k < Loads; ++k) add(vectors[i + k * threads]);
  }
#pragma unroll
  for (unsigned k = 0; k + 1 < Loads; ++k) {  // what is left is less than a round
    if (i + k * threads < count) add(vectors[i + k * threads]);
  }

  if (4 * count + first < size) sum += data[4 * count + first];
  return sum;
}

// partial[b] = sum of what the threads of block b added. blockDim.x a multiple of 32.
template <unsigned Loads>
__global__ void reduce_vector_loads(const int* data, int* partial, unsigned size) {
  const int sum = block_sum(add_vectors<Loads>(data, size));
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}
