#include <lockstep/check.hpp>

#include <vector>

#include "05_reduction/ragged.hpp"

__device__ int warp_sum(int x) {
  for (int d = 16; d > 0; d /= 2) x += __shfl_xor_sync(~0u, x, d);
  return x;
}

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int of_warp[32];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = warp_sum(i < size ? data[i] : 0);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = x;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  x = warp_sum(threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : 0);
  if (threadIdx.x == 0) partial[blockIdx.x] = x;
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  if (size == 0) return 0;
  const unsigned blocks = (size - 1) / block_size + 1;
  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  std::vector<int> sums(blocks);
  CUDA_CHECK(cudaMemcpy(sums.data(), partial, sizeof(int) * sums.size(), cudaMemcpyDeviceToHost));
  int total = 0;
  for (int s : sums) total += s;
  return total;
}
