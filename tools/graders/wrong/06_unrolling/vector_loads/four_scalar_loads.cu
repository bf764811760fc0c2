// fails: properties: four_scalar_loads.cu:23: most-loads-here
//
// Four elements in a round, each by a load of its own: there is no vector.
#include <cstdint>

#include "06_unrolling/vector_loads.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

  // Up to three elements lie before the first multiple of 16 bytes.
  const unsigned beyond = reinterpret_cast<std::uintptr_t>(data) / sizeof(int) % 4;
  const unsigned head = min((4 - beyond) % 4, size);
  const unsigned count = (size - head) / 4;
  const unsigned tail = head + 4 * count;  // from here on up to three are left

  int sum = 0;
  for (unsigned i = first; i < count; i += threads) {
    const int* v = data + head + 4 * i;
    sum += v[0] + v[1] + v[2] + v[3];
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
