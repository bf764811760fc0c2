// 03_occupancy/shared_memory_budget
// Half the bytes for each entry, so half the shared memory for a block.
#include "03_occupancy/shared_memory_budget.hpp"

constexpr unsigned tile_size = block_records * record_length;

__global__ void running_sums(const int* data, int* result, unsigned records) {
  __shared__ short in[tile_size];
  __shared__ short out[tile_size];

  const unsigned t = threadIdx.x;
  const unsigned base = blockIdx.x * tile_size;
  const unsigned here = min(records - blockIdx.x * block_records, block_records);  // records
  const unsigned n = here * record_length;

  for (unsigned k = t; k < n; k += block_records) in[k] = data[base + k];
  __syncthreads();

  if (t < here) {
    const short* from = in + t * record_length;
    short* to = out + t * record_length;
    int sum = 0;
#pragma unroll
    for (unsigned k = 0; k < record_length; ++k) {
      sum += from[k];
      to[k] = sum;
    }
  }
  __syncthreads();

  for (unsigned k = t; k < n; k += block_records) result[base + k] = out[k];
}
