// fails: properties: atomics.cu:15: most-atomics-here
//
// All threads add to one word by an atomic: no conflict is counted, and all lanes take turns.
#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  if (t > 0) atomicAdd(&tile[0], tile[t]);
  __syncthreads();
  if (t == 0) partial[blockIdx.x] = tile[0];
}
