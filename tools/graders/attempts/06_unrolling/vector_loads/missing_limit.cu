#include <cstdint>

#include "06_unrolling/vector_loads.hpp"

constexpr unsigned largest_block = 1024;

__device__ int sum_of(int4 v) { return v.x + v.y + v.z + v.w; }

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;

  const unsigned past = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(data) / 4 % 4);
  const unsigned head = (4 - past) % 4;
  const unsigned count = (size - head) / 4;
  const unsigned tail = head + 4 * count;
  const int4* vectors = reinterpret_cast<const int4*>(data + head);

  int sum = 0;
  for (unsigned v = me; v < count; v += threads) sum += sum_of(vectors[v]);
  if (me < head) sum += data[me];
  if (tail + me < size) sum += data[tail + me];

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
