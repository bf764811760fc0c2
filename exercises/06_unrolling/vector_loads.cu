// 06_unrolling/vector_loads: sixteen bytes in each load
// Task       Load the elements as int4, four neighbours with one instruction, and the few before
//            the first whole int4 and after the last one by one.
// Given      A lane asks for 4 bytes in each load. With 16 a warp has four times as many bytes in
//            flight and needs a quarter of the requests. But an int4 lies at a multiple of 16
//            bytes, while data may begin and end at any element.
// Done when  the sum is right for any size from 0 up, any beginning and blocks of 64 to 1024
//            threads; the kernel makes at most 30 % of the load requests that it makes now, and
//            touches at most 5 % more sectors; no check finds anything.
// Interface  __global__ void block_sums(const int* data, int* partial, unsigned size);
#include <cstdint>

#include "06_unrolling/vector_loads.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

  // TODO (about 12 lines): count the elements before the first multiple of 16 bytes (the head) and
  // the whole int4 after it. Let the grid walk over the int4, and its first threads add head and
  // tail.
  int sum = 0;
  for (unsigned i = first; i < size; i += threads) sum += data[i];

  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  tile[t] = sum;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
