// fails: results: N = 300003
//
// A second launch adds up the sums of the blocks, by one block, which takes 2048 at most.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "05_reduction/first_add.hpp"

constexpr unsigned largest_block = 1024;

// partial[b] = the sum of the elements of block b, 2 * blockDim.x of them.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;

  const unsigned i = blockIdx.x * (2 * blockDim.x) + t;
  const int first = i < size ? data[i] : 0;
  const int second = i + blockDim.x < size ? data[i + blockDim.x] : 0;
  tile[t] = first + second;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned elements = 2 * block_size;
  const unsigned blocks = (size + elements - 1) / elements;

  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  block_sums<<<1, largest_block>>>(partial, partial, blocks);
  int total = 0;
  CUDA_CHECK(cudaMemcpy(&total, partial, sizeof total, cudaMemcpyDeviceToHost));
  return total;
}
