// fails: properties: one_thread_adds.cu:12: one-lane-works
//
// Hardly a branch diverges, because one thread does everything.
#include "05_reduction/neighbored_fix.hpp"

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned count = min(blockDim.x, size - first);  // elements of this block
  int* tile = data + first;
  const unsigned t = threadIdx.x;

  if (t != 0) return;
  int total = 0;
  for (unsigned i = 0; i < count; ++i) total += tile[i];
  partial[blockIdx.x] = total;
}
