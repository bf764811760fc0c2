#include <lockstep/check.hpp>

#include <vector>

#include "05_reduction/ragged.hpp"

// Every lane gets the sum of its warp.
__device__ int warp_sum(int value) {
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2)
    value += __shfl_xor_sync(0xFFFFFFFF, value, distance);
  return value;
}

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int of_warp[32];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  int value = 0;
  if (i < size) value = data[i];
  value = warp_sum(value);
  if (t % 32 == 0) of_warp[t / 32] = value;
  __syncthreads();

  if (t >= 32) return;
  value = warp_sum(t < blockDim.x / 32 ? of_warp[t] : 0);
  if (t == 0) partial[blockIdx.x] = value;
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = size / block_size + (size % block_size > 0 ? 1 : 0);
  int total = 0;
  if (blocks > 0) {
    block_sums<<<blocks, block_size>>>(data, partial, size);
    CUDA_CHECK_LAUNCH();

    std::vector<int> on_host(blocks);
    CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    for (const int one : on_host) total += one;
  }
  return total;
}
