// fails: properties: no_shared_memory.cu:11: lanes-apart(
//
// Each thread walks through its record in global memory: lanes are 25 words apart.
#include "03_occupancy/shared_memory_budget.hpp"

__global__ void running_sums(const int* data, int* result, unsigned records) {
  const unsigned record = blockIdx.x * blockDim.x + threadIdx.x;
  if (record >= records) return;
  int sum = 0;
  for (unsigned k = 0; k < record_length; ++k) {
    sum += data[record * record_length + k];
    result[record * record_length + k] = sum;
  }
}
