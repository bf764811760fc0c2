// fails: properties: bank conflicts
//
// One word of padding, as for a tile of a matrix; but every word of a plain array keeps its bank.
#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* input, int* sums, unsigned n) {
  __shared__ int values[largest_block + 1];
  const unsigned tid = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + tid;
  values[tid] = i < n ? input[i] : 0;
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned word = 2 * stride * tid;
    if (word < blockDim.x) values[word] += values[word + stride];
    __syncthreads();
  }
  if (tid == 0) sums[blockIdx.x] = values[0];
}
