#include <cstdint>

#include "06_unrolling/vector_loads.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

  // before the first multiple of 16: 0 to 3 elements
  const unsigned word = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(data) / 4 % 4);
  const unsigned head = min((4 - word) % 4, size);
  // whole int4
  const int4* vec = reinterpret_cast<const int4*>(data + head);
  const unsigned vecs = (size - head) / 4;
  // what is left
  const unsigned tail = head + vecs;

  int sum = 0;
  if (first < head) sum += data[first];
  for (unsigned i = first; i < vecs; i += threads) {
    const int4 v = vec[i];
    sum += v.x + v.y + v.z + v.w;
  }
  for (unsigned i = tail + first; i < size; i += threads) sum += data[i];

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
