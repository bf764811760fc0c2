// 05_reduction/ragged: sum any number of elements
// Task       Make sum() right for every size from 0 up, not only for multiples of block_size.
// Given      block_sums() adds up one tile per block in shared memory; sum() launches it and adds
//            the blocks' sums on the host. Now the last size % block_size elements belong to no
//            block. Once they do, that block has more threads than elements. And size 0 needs no
//            block, while a launch of 0 blocks is an error.
// Done when  the sum is right for any size and blocks of 64 to 1024 threads; the GPU reads every
//            element once, and the host none; the threads share the work; no check finds anything.
// Interface  int sum(const int* data, int* partial, unsigned size, unsigned block_size);
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "05_reduction/ragged.hpp"

constexpr unsigned largest_block = 1024;

// partial[b] = the sum of the elements of block b.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  if (i >= size) return;
  tile[t] = data[i];
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  if (size == 0) return 0;
  const unsigned blocks = (size - 1) / block_size + 1;

  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
