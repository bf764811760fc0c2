// fails: results: N = 1: expected
//
// Every thread goes through as many rounds as have an element for all; the rest is dropped.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "06_unrolling/grid_stride_sum.hpp"

constexpr unsigned block_size = 256;

// partial[b] = the sum of what the threads of block b have added.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  int sum = 0;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned round = 0; round < size / threads; ++round, i += threads) sum += data[i];

  __shared__ int tile[block_size];
  const unsigned t = threadIdx.x;
  tile[t] = sum;
  __syncthreads();

  for (unsigned stride = block_size / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

int sum(const int* data, int* partial, unsigned size) {
  int processors = 0;
  int resident = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, block_sums, block_size, 0));
  const unsigned blocks = processors * resident;

  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}
