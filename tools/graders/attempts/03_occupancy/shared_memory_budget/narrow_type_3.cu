#include "03_occupancy/shared_memory_budget.hpp"

// 2 bytes for each entry, so both arrays together have 12,800 bytes and not 25,600
__global__ void running_sums(const int* data, int* result, unsigned records) {
  __shared__ short numbers[block_records * record_length];
  __shared__ short sums[block_records * record_length];

  const unsigned me = threadIdx.x;
  const unsigned record0 = blockIdx.x * block_records;
  const unsigned here = min(records - record0, block_records);
  const unsigned count = here * record_length;
  const int* in = data + record0 * record_length;
  int* out = result + record0 * record_length;

  for (unsigned i = me; i < count; i += blockDim.x) numbers[i] = in[i];
  __syncthreads();

  if (me < here) {
    int total = 0;
    unsigned at = me * record_length;
    for (unsigned k = 0; k < record_length; ++k, ++at) {
      total += numbers[at];
      sums[at] = total;
    }
  }
  __syncthreads();

  for (unsigned i = me; i < count; i += blockDim.x) out[i] = sums[i];
}
