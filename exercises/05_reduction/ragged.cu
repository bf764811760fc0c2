// Exercise 05_reduction/ragged: the sum of any number of elements
//
// `sum` adds up n integers: each block of threads adds block_size of them in shared memory, and the
// host adds the sums of the blocks. It is right as long as n is a multiple of block_size, and n is
// not 0. Make it right for every n from 0 up. Three things go wrong:
//
//   - the last n % block_size elements belong to no block;
//   - once they do, that block has more threads than elements;
//   - for n = 0 there is nothing to launch, and a grid of 0 blocks is an error.
//
// Checked: the sum for sizes around a warp and a block, ragged, large and random, and for blocks of
// 64 to 1024 threads; `input` unchanged and no access outside of the buffers; every element read by
// the GPU, once, and not by one thread for all.
//
// What the parameters are is said in graders/05_reduction/ragged.hpp.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "05_reduction/ragged.hpp"

constexpr unsigned largest_block = 1024;

// sums[b] = the sum of the elements of block b.
__global__ void block_sums(const int* input, int* sums, unsigned n) {
  __shared__ int values[largest_block];
  const unsigned tid = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + tid;

  // TODO (1 line): which threads have no element, and what may they add instead?
  values[tid] = input[i];
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (tid < stride) values[tid] += values[tid + stride];
    __syncthreads();
  }
  if (tid == 0) sums[blockIdx.x] = values[0];
}

int sum(const int* input, int* sums, unsigned n, unsigned block_size) {
  // TODO (2 lines): how many blocks does n need, and what if it needs none?
  const unsigned blocks = n / block_size;

  block_sums<<<blocks, block_size>>>(input, sums, n);
  CUDA_CHECK_LAUNCH();

  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), sums, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
