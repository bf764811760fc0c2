// fails: properties: instructions of all warps
//
// Half as many blocks, but each goes through the steps twice, once for each half of its elements.
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
  int total = 0;
  for (unsigned half = 0; half < 2; ++half) {
    const unsigned at = i + half * blockDim.x;
    tile[t] = at < size ? data[at] : 0;
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
      if (t < stride) tile[t] += tile[t + stride];
      __syncthreads();
    }
    if (t == 0) total += tile[0];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = total;
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
