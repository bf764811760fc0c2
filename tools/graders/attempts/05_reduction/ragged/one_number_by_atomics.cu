#include <lockstep/check.hpp>

#include "05_reduction/ragged.hpp"

constexpr unsigned largest_block = 1024;

__global__ void add_up(const int* data, int* total, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = 0;
  if (i < size) tile[t] = data[i];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half >= 1; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }
  if (t == 0) atomicAdd(total, tile[0]);
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  int total = 0;
  if (size > 0) {
    CUDA_CHECK(cudaMemset(partial, 0, sizeof(int)));
    add_up<<<size / block_size + (size % block_size ? 1 : 0), block_size>>>(data, partial, size);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&total, partial, sizeof total, cudaMemcpyDeviceToHost));
  }
  return total;
}
