// 03_occupancy/shared_memory_budget: a kernel that halves its own occupancy
// Task       Make a block need half as much shared memory. Keep the results, and the pattern of
//            loads and stores.
// Given      A block turns 128 records of 25 numbers into their running sums, in shared memory, so
//            that neighbouring threads load and store neighbouring numbers. It takes 25,600 bytes,
//            plus 1 KB for the system: 8 blocks fit on an SM of an H200, which has warp slots for
//            16.
// Done when  the sums are right for any number of records; occupancy is at least 1.5 times what it
//            is now; each number is loaded once, and 80 % of the bytes moved are used; data is
//            unchanged, and no check finds anything. (Use ordinary loads: asynchronous copies are
//            not counted as loads.)
// Interface  __global__ void running_sums(const int* data, int* result, unsigned records);
#include "03_occupancy/shared_memory_budget.hpp"

__global__ void running_sums(const int* data, int* result, unsigned records) {
  __shared__ int buffer[block_records][record_length];
  int* flat = &buffer[0][0];
  const unsigned t = threadIdx.x;
  const unsigned first_record = blockIdx.x * block_records;
  const unsigned here = min(records - first_record, block_records);
  data += first_record * record_length;
  result += first_record * record_length;

  for (unsigned i = t; i < here * record_length; i += blockDim.x) flat[i] = data[i];
  __syncthreads();

  if (t < here) {
    for (unsigned k = 1; k < record_length; ++k) buffer[t][k] += buffer[t][k - 1];
  }

  for (unsigned i = t; i < here * record_length; i += blockDim.x) result[i] = flat[i];
}
