#include <cstdint>

#include "06_unrolling/vector_loads.hpp"

constexpr unsigned largest_block = 1024;

// The sum of this thread's share of the elements.
__device__ int share(const int* data, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;

  const unsigned past = reinterpret_cast<std::uintptr_t>(data) / sizeof(int) % 4;
  const unsigned head = (4 - past) % 4;
  const unsigned vectors = (size - head) / 4;
  const unsigned tail = (size - head) % 4;

  int sum = 0;
  const int4* whole = reinterpret_cast<const int4*>(data + head);
  for (unsigned v = me; v < vectors; v += threads) {
    const int4 four = whole[v];
    sum += four.x + four.y + four.z + four.w;
  }
  if (me < head) sum += data[me];
  if (me < tail) sum += data[size - tail + me];
  return sum;
}

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  tile[t] = share(data, size);
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
