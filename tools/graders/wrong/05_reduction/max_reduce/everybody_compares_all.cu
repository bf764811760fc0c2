// fails: properties: everybody_compares_all.cu:12: most-instructions-here
//
// Each thread compares all elements of its block. No lane waits, and one result of them counts.
#include "05_reduction/max_reduce.hpp"

__global__ void block_maxima(const int* data, int* partial, unsigned size) {
  __shared__ int tile[1024];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : -2147483647 - 1;
  __syncthreads();
  int most = tile[0];
  for (unsigned k = 1; k < blockDim.x; ++k) most = max(most, tile[k]);
  if (t == 0) partial[blockIdx.x] = most;
}
