// fails: properties: measured(launches … line(34
//
// One launch; the host adds the sums of the blocks.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "05_reduction/multi_launch.hpp"

constexpr unsigned largest_block = 1024;

// sums[b] = the sum of the numbers of block b; 0 if it has none.
__global__ void block_sums(const int* numbers, int* sums, unsigned count) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < count ? numbers[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = tile[0];
}

void sum(const int* data, int* result, int* first, int*, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;
  std::vector<int> sums(blocks);
  if (size > 0) {
    block_sums<<<blocks, block_size>>>(data, first, size);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(sums.data(), first, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  }
  const int total = std::accumulate(sums.begin(), sums.end(), 0);
  CUDA_CHECK(cudaMemcpy(result, &total, sizeof(int), cudaMemcpyHostToDevice));
}
