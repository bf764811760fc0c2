// Solution of 03_occupancy/shared_memory_budget
//
// One thread alone reads a record, number after number. Once it has a sum, it does not need the
// number any more, so the sum takes its place, and one array is enough. The barriers stay: other
// threads brought the numbers, and other threads will store the sums. 12,800 bytes and 1 KB for the
// system leave room for 16 blocks on an SM of an H200, as many as its warp slots can hold.
//
// It also helps that 25 is odd: the 32 lanes of a warp, 25 words apart, use 32 different banks.
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
  if (mine < count) {
    int sum = 0;
    for (unsigned k = 0; k < record_length; ++k) {
      sum += numbers[mine + k];
      numbers[mine + k] = sum;
    }
  }
  __syncthreads();

  for (unsigned i = t; i < count; i += blockDim.x) result[first + i] = numbers[i];
}
