// fails: checks: out_of_bounds
//
// The last block has more threads than elements, and all of them read.
#include "05_reduction/shared_memory.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned count = min(blockDim.x, size - first);  // elements of this block
  const unsigned t = threadIdx.x;

  __shared__ int tile[largest_block];
  tile[t] = data[first + t];
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
