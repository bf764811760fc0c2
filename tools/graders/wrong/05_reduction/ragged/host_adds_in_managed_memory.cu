// fails: results: host-got-elements(
//
// The kernel adds all elements, and stores them where the host reads and adds them: in managed
// memory.
#include <lockstep/check.hpp>

#include <numeric>

#include "05_reduction/ragged.hpp"

constexpr unsigned largest_block = 1024;

// partial[b] = the sum of the elements of block b, and all[i] = element i.
__global__ void block_sums(const int* data, int* partial, int* all, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  tile[t] = i < size ? data[i] : 0;
  if (i < size) all[i] = tile[t];
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;
  if (blocks == 0) return 0;

  int* all = nullptr;
  CUDA_CHECK(cudaMallocManaged(&all, size * sizeof(int)));
  block_sums<<<blocks, block_size>>>(data, partial, all, size);
  CUDA_CHECK_LAUNCH();
  CUDA_CHECK(cudaDeviceSynchronize());
  const int total = std::accumulate(all, all + size, 0);
  CUDA_CHECK(cudaFree(all));
  return total;
}
