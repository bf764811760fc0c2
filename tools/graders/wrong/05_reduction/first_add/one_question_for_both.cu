// fails: checks: out_of_bounds
//
// The first element exists, so the second is read without asking.
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
  const int second = i < size ? data[i + blockDim.x] : 0;
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

  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
