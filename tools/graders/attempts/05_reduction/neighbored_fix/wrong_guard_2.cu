// 05_reduction/neighbored_fix
#include "05_reduction/neighbored_fix.hpp"

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned t = threadIdx.x;
  const unsigned n = blockDim.x;
  int* const mine = data + blockIdx.x * n;  // this block's elements

  // In each step thread 0, 1, 2, ... take the pairs from left to right.
  for (unsigned gap = 1; gap < n; gap <<= 1) {
    const unsigned to = t * (gap << 1);
    const unsigned from = to + gap;
    if (from < n) {
      mine[to] += mine[from];
    }
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = *mine;
}
