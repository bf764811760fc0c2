// fails: properties: measured(bytes that kernels load … lines-to-blame(
//
// The kernel adds the full blocks, and the host the rest.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "05_reduction/ragged.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = data[i];
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = size / block_size;
  if (blocks > 0) {
    block_sums<<<blocks, block_size>>>(data, partial, size);
    CUDA_CHECK_LAUNCH();
  }

  const unsigned done = blocks * block_size;
  std::vector<int> on_host(blocks + size - done);
  CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(on_host.data() + blocks, data + done, (size - done) * sizeof(int),
                        cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
