// Exercise 05_reduction/first_add: no thread without an addition
//
// In the kernel below each thread loads one element, and then half of the threads never add. Let a
// block take twice as many elements: each thread adds two while it loads them. Then half as many
// blocks are needed, and whatever a block costs (its start, its barriers, its steps) is paid half
// as often.
//
// What is checked: the sum, for sizes around a warp, a block and two blocks, ragged, large and
// random, and for blocks of 64 to 1024 threads; that `data` stays as it is and nothing outside of
// it is read; that the GPU reads every element, and only once, and the host none; that all threads
// together execute at most 70 % of the instructions that they do now; that the threads share the
// work.
//
// The parameters are described beside this file, in first_add.hpp.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "05_reduction/first_add.hpp"

constexpr unsigned largest_block = 1024;

// partial[b] = the sum of the elements of block b.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;

  // TODO (4 lines): which two elements are this thread's, and which of them exist?
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  // TODO (2 lines): how many elements does a block take now, and how many blocks are needed?
  const unsigned blocks = (size + block_size - 1) / block_size;

  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
