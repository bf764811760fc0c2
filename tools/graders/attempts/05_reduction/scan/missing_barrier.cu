// 05_reduction/scan: every prefix sum
// Task       Compute the prefix sums of each block in shared memory in log2(blockDim.x) steps: in
//            step 1, 2, 4, ... each thread adds the sum that lies `stride` words before its own.
// Given      The kernel is right, but each thread adds up all the elements before its own by
//            itself: half a million additions in a block of 1024.
// Done when  the sums are right for any size and any block of 64 to 1024 threads; each element is
//            loaded once; a warp takes at most 400 instructions; no check finds anything.
// Interface  __global__ void scan_blocks(const int* data, int* result, unsigned size);
#include "05_reduction/scan.hpp"

constexpr unsigned largest_block = 1024;

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int sums[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  sums[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned back = 1; back < blockDim.x; back <<= 1) {
    if (t >= back) sums[t] += sums[t - back];
    __syncthreads();
  }
  if (i < size) result[i] = sums[t];
}
