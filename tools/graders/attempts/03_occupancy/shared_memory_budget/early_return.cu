#include "03_occupancy/shared_memory_budget.hpp"

__global__ void running_sums(const int* data, int* result, unsigned records) {
  __shared__ int numbers[block_records * record_length];
  const unsigned t = threadIdx.x;
  const unsigned first_record = blockIdx.x * block_records;
  const unsigned count = min(records - first_record, block_records) * record_length;
  const unsigned first = first_record * record_length;

  for (unsigned i = t; i < count; i += blockDim.x) numbers[i] = data[first + i];
  __syncthreads();

  const unsigned mine = t * record_length;
  if (mine >= count) return;
  int* record = numbers + mine;
  for (unsigned k = 1; k < record_length; ++k) record[k] += record[k - 1];
  __syncthreads();

  for (unsigned i = t; i < count; i += blockDim.x) result[first + i] = numbers[i];
}
