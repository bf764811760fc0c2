#include <climits>

#include "05_reduction/max_reduce.hpp"

namespace {

constexpr unsigned largest_block = 1024;
constexpr int nothing = -INT_MAX;

__device__ int larger(int a, int b) { return a < b ? b : a; }

}  // namespace

__global__ void block_maxima(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = nothing;
  if (i < size) tile[t] = data[i];
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] = larger(tile[t], tile[t + stride]);
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
