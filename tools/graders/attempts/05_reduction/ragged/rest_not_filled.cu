// Exercise 05_reduction/ragged: the sum of any number of elements
//
// Each block of threads adds up block_size integers in shared memory, and the host adds the sums of
// the blocks. That is right as long as the number of elements is a multiple of block_size, and not
// 0. Make it right for every size from 0 up. Three things are missing:
//
//   - the last size % block_size elements belong to no block;
//   - once they do, that block has more threads than elements;
//   - size = 0 needs no block, and a launch of 0 blocks is an error.
//
// What is checked: the sum, for sizes around a warp and a block, ragged, large and random, and for
// blocks of 64 to 1024 threads; that `data` stays as it is and nothing outside of it is read; that
// the GPU reads every element, and only once, and the host none; that no thread adds for all
// others.
//
// The parameters are described beside this file, in ragged.hpp.
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

  if (i < size) tile[t] = data[i];
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;
  if (blocks == 0) return 0;

  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
