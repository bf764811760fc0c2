// fails: properties: room_for_256_records.cu:6: of-kernel(running_sums … lines-to-blame(lines(7
//
// One array, but of twice the size.
#include "03_occupancy/shared_memory_budget.hpp"

__global__ void running_sums(const int* data, int* result, unsigned records) {
  __shared__ int numbers[2 * block_records * record_length];
  const unsigned t = threadIdx.x;
  const unsigned first_record = blockIdx.x * block_records;
  const unsigned count = min(records - first_record, block_records) * record_length;
  const unsigned first = first_record * record_length;

  for (unsigned i = t; i < count; i += blockDim.x) numbers[i * 2] = data[first + i];
  __syncthreads();

  const unsigned mine = t * record_length;
  if (mine < count) {
    int sum = 0;
    for (unsigned k = 0; k < record_length; ++k) {
      sum += numbers[2 * (mine + k)];
      numbers[2 * (mine + k)] = sum;
    }
  }
  __syncthreads();

  for (unsigned i = t; i < count; i += blockDim.x) result[first + i] = numbers[2 * i];
}
