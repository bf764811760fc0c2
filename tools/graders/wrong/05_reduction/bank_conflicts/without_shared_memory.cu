// fails: properties: without_shared_memory.cu:10: past-shared-memory
//
// No conflicts, because one thread adds everything in a register.
#include "05_reduction/bank_conflicts.hpp"

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  if (threadIdx.x != 0) return;
  const unsigned first = blockIdx.x * blockDim.x;
  int total = 0;
  for (unsigned i = first; i < min(first + blockDim.x, size); ++i) total += data[i];
  partial[blockIdx.x] = total;
}
