#include "05_reduction/last_block.hpp"

__device__ int block_sum(int value) {
  __shared__ int tile[1024];
  const unsigned t = threadIdx.x;
  tile[t] = value;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) tile[t] += tile[t + stride];
  }
  __syncthreads();
  return tile[0];
}

// Leaves the block's sum and says whether all others have left theirs.
__device__ bool leave(int value, int* partial, unsigned* counter) {
  const unsigned top = gridDim.x - 1;
  partial[blockIdx.x] = value;
  __threadfence();
  const bool last = atomicInc(counter, top) == top;  // which also sets it back to 0
  __threadfence();
  return last;
}

__global__ void sum(const int* data, int* partial, unsigned* counter, int* result, unsigned size) {
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  int value = block_sum(i < size ? data[i] : 0);

  // the barrier tells all threads what thread 0 has found
  if (!__syncthreads_or(t == 0 && leave(value, partial, counter))) return;

  value = 0;
  for (unsigned b = t; b < gridDim.x; b += blockDim.x) value += partial[b];
  value = block_sum(value);
  if (t == 0) *result = value;
}
