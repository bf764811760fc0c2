#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "05_reduction/ragged.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  tile[t] = 0;
  if (i < size) tile[t] = data[i];
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  std::vector<int> sums(size / block_size + (size % block_size != 0));
  if (sums.empty()) return 0;

  block_sums<<<static_cast<unsigned>(sums.size()), block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  CUDA_CHECK(cudaMemcpy(sums.data(), partial, sums.size(), cudaMemcpyDeviceToHost));
  return std::accumulate(sums.begin(), sums.end(), 0);
}
