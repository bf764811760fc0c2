// fails: results: forgets_the_last_lane.cu:23: read-but-lost(data … experiment(`v.z`, line(24
//
// Of the four integers of a vector only three are added.
#include <cstdint>

#include "06_unrolling/vector_loads.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

  // Up to three elements lie before the first multiple of 16 bytes.
  const unsigned beyond = reinterpret_cast<std::uintptr_t>(data) / sizeof(int) % 4;
  const unsigned head = min((4 - beyond) % 4, size);
  const int4* vectors = reinterpret_cast<const int4*>(data + head);
  const unsigned count = (size - head) / 4;
  const unsigned tail = head + 4 * count;  // from here on up to three are left

  int sum = 0;
  for (unsigned i = first; i < count; i += threads) {
    const int4 v = vectors[i];
    sum += v.x + v.y + v.z;
  }
  if (first < head) sum += data[first];
  if (tail + first < size) sum += data[tail + first];

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
