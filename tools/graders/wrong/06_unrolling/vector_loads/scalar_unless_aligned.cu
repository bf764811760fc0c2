// fails: properties: scalar_unless_aligned.cu:24: most-loads-here
//
// Vectors only where data happens to be aligned; otherwise 4 bytes a load, as before.
#include <cstdint>

#include "06_unrolling/vector_loads.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

  const bool aligned = reinterpret_cast<std::uintptr_t>(data) % 16 == 0;
  const int4* vectors = reinterpret_cast<const int4*>(data);
  const unsigned count = aligned ? size / 4 : 0;
  const unsigned tail = 4 * count;

  int sum = 0;
  for (unsigned i = first; i < count; i += threads) {
    const int4 v = vectors[i];
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
