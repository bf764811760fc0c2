// fails: properties: two_arrays.cu:6: … `sums[mine + k]` on line 22
//
// Right, but the second array is still there.
#include "03_occupancy/shared_memory_budget.hpp"

__global__ void running_sums(const int* data, int* result, unsigned records) {
  __shared__ int numbers[block_records * record_length];
  __shared__ int sums[block_records * record_length];
  const unsigned t = threadIdx.x;
  const unsigned first_record = blockIdx.x * block_records;
  const unsigned count = min(records - first_record, block_records) * record_length;
  const unsigned first = first_record * record_length;

  for (unsigned i = t; i < count; i += blockDim.x) numbers[i] = data[first + i];
  __syncthreads();

  const unsigned mine = t * record_length;
  if (mine < count) {
    int sum = 0;
    for (unsigned k = 0; k < record_length; ++k) {
      sum += numbers[mine + k];
      sums[mine + k] = sum;
    }
  }
  __syncthreads();

  for (unsigned i = t; i < count; i += blockDim.x) result[first + i] = sums[i];
}
