#include "03_occupancy/shared_memory_budget.hpp"

__global__ void running_sums(const int* data, int* result, unsigned records) {
  constexpr unsigned at_once = block_records / 2;
  __shared__ int numbers[at_once * record_length];
  __shared__ int sums[at_once * record_length];
  const unsigned t = threadIdx.x;

  for (unsigned round = 0; round < 2; ++round) {
    const unsigned first_record = blockIdx.x * block_records + round * at_once;
    if (first_record >= records) return;  // all threads of the block agree
    const unsigned count = min(records - first_record, at_once) * record_length;
    const int* from = data + first_record * record_length;
    int* to = result + first_record * record_length;

    for (unsigned i = t; i < count; i += blockDim.x) numbers[i] = from[i];
    __syncthreads();
    if (t < count / record_length) {
      int sum = 0;
      for (unsigned k = t * record_length; k < (t + 1) * record_length; ++k) {
        sum += numbers[k];
        sums[k] = sum;
      }
    }
    __syncthreads();
    for (unsigned i = t; i < count; i += blockDim.x) to[i] = sums[i];
    // The next round writes `numbers`, which nobody reads now, and `sums` behind another barrier.
  }
}
