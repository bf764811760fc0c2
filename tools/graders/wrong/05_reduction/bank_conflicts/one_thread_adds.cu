// fails: properties: one_thread_adds.cu:16: one-lane-works
//
// The first thread of each block adds up all words, one after the other: no two lanes ever want a
// bank at the same time.
#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  if (t > 0) return;
  int sum = 0;
  for (unsigned k = 0; k < blockDim.x; ++k) sum += tile[k];
  partial[blockIdx.x] = sum;
}
