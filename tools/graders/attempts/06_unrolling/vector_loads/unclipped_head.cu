// 06_unrolling/vector_loads: sixteen bytes in each load
// Task       Load the elements as int4, four neighbours with one instruction, and the few before
//            the first whole int4 and behind the last one by one.
// Given      A lane asks for 4 bytes in each load. With 16 a warp has four times as many bytes in
//            flight and needs a quarter of the requests. But an int4 lies at a multiple of 16
//            bytes, while data may begin and end at any element.
// Done when  the sum is right for any size from 0 up, any beginning and blocks of 64 to 1024
//            threads; the kernel makes at most 30 % of the load requests that it makes now, and
//            touches no more sectors (5 % forgiven); no check finds anything.
// Interface  __global__ void block_sums(const int* data, int* partial, unsigned size);
#include <cstdint>

#include "06_unrolling/vector_loads.hpp"

constexpr unsigned largest_block = 1024;

__device__ int sum_of(int4 v) { return (v.x + v.y) + (v.z + v.w); }

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

  const unsigned beyond = reinterpret_cast<std::uintptr_t>(data) / sizeof(int) % 4;
  const unsigned head = (4 - beyond) % 4;
  const unsigned whole = (size - head) / 4;
  const int4* quads = reinterpret_cast<const int4*>(data + head);

  int sum = 0;
  if (first < head) sum += data[first];
  for (unsigned q = first; q < whole; q += threads) sum += sum_of(quads[q]);
  const unsigned tail = head + 4 * whole;
  if (first < size - tail) sum += data[tail + first];

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
