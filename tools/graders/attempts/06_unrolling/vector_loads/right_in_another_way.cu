#include <cstdint>

#include "06_unrolling/vector_loads.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned all = gridDim.x * blockDim.x;

  // ints before the next multiple of 16 bytes: 0 to 3
  const unsigned word = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(data) >> 2) & 3u;
  const unsigned head = min((4u - word) & 3u, size);
  const unsigned fours = (size - head) >> 2;
  const unsigned tail = head + 4 * fours;  // first element behind the int4

  int sum = 0;
  const int4* middle = reinterpret_cast<const int4*>(data + head);
  for (unsigned k = me; k < fours; k += all) {
    const int4 v = middle[k];
    sum += (v.x + v.y) + (v.z + v.w);
  }
  if (me < head) sum += data[me];
  if (me < size - tail) sum += data[tail + me];

  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  tile[t] = sum;
  for (unsigned n = blockDim.x >> 1; n != 0; n >>= 1) {
    __syncthreads();
    if (t < n) tile[t] += tile[t + n];
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
