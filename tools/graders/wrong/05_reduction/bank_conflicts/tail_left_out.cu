// fails: results: tail_left_out.cu:12: nobody-writes(partial
//
// Threads of an incomplete block leave, and with them its sum.
#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  if ((blockIdx.x + 1) * blockDim.x > size) return;
  tile[t] = data[i];
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
