// 05_reduction/bank_conflicts
#include "05_reduction/bank_conflicts.hpp"

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int words[1024];
  const unsigned me = threadIdx.x;
  const unsigned at = blockIdx.x * blockDim.x + me;

  int value = 0;
  if (at < size) value = data[at];
  words[me] = value;
  __syncthreads();

  // Fold the upper half onto the lower half: neighbouring threads use neighbouring words.
  unsigned alive = blockDim.x;
  while (alive > 1) {
    alive >>= 1;
    if (me < alive) {
      words[me] += words[me + alive];
      __syncthreads();
    }
  }
  if (me == 0) partial[blockIdx.x] = words[0];
}
