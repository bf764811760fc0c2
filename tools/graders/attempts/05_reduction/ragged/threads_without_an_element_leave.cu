#include <lockstep/check.hpp>

#include <vector>

#include "05_reduction/ragged.hpp"

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[1024];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  if (i < size) tile[t] = data[i];
  __syncthreads();

  for (unsigned stride = blockDim.x >> 1; stride != 0; stride >>= 1) {
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
  int total = 0;
  for (const int s : on_host) total += s;
  return total;
}
