// Exercise 03_occupancy/shared_memory_budget: a kernel that stands in its own way
//
// A block turns 128 records of 25 numbers into their running sums. It brings the numbers to shared
// memory, so that neighbouring threads load and store neighbouring numbers, and each thread sums
// one record there. The results are right. But a block takes 25,600 bytes, and 1 KB goes to the
// system: an SM of an H200 with its 228 KB holds 8 blocks where its warp slots could hold 16.
//
// Let a block take half as much. The results and the pattern of loads and stores stay as they are.
//
// What is checked: the results, for various numbers of records, of which the last block has few or
// all; that `data` stays as it is and nothing outside of it is read; that occupancy is at least one
// and a half times what it is now; that each number is loaded once, and loads and stores still use
// most of what they move. (Plain loads are counted, and no asynchronous copies.)
//
// The parameters are described beside this file, in shared_memory_budget.hpp.
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

  for (unsigned i = t; i < count; i += blockDim.x) result[first + i] = numbers[i];
}
