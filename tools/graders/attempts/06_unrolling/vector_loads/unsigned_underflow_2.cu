// 06_unrolling/vector_loads
#include <cstdint>

#include "06_unrolling/vector_loads.hpp"

constexpr unsigned largest_block = 1024;

// How many ints come before the next multiple of 16 bytes, 0 to 3.
__device__ unsigned ints_before_aligned(const int* p) {
  const unsigned past = (reinterpret_cast<std::uintptr_t>(p) / sizeof(int)) % 4;
  return (4 - past) % 4;
}

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;

  const unsigned head = ints_before_aligned(data);
  const unsigned quads = (size - head) / 4;
  const unsigned tail = head + 4 * quads;  // first element behind the last quad
  const int4* const middle = reinterpret_cast<const int4*>(data + head);

  int sum = 0;
  for (unsigned q = id; q < quads; q += threads) {
    const int4 v = middle[q];
    sum += v.x + v.y + v.z + v.w;
  }
  if (id < head) sum += data[id];
  if (id < size - tail) sum += data[tail + id];

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
