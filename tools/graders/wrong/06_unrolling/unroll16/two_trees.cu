// fails: properties: two_trees.cu:33: few-lanes-do
//
// Half as many blocks, but each adds eight tiles, goes through the tree, and does both once more.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "06_unrolling/unroll16.hpp"

constexpr unsigned largest_block = 1024;
constexpr unsigned tiles = 16;

// partial[b] = the sum of the elements of block b, 16 * blockDim.x of them.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;

  int total = 0;
  for (unsigned half = 0; half < 2; ++half) {
    const unsigned i = (2 * blockIdx.x + half) * (8 * blockDim.x) + t;
    int sum = 0;
    if (i + 7 * blockDim.x < size) {
#pragma unroll
      for (unsigned k = 0; k < 8; ++k) sum += data[i + k * blockDim.x];
    } else {
      for (unsigned at = i; at < min(i + 8 * blockDim.x, size); at += blockDim.x) sum += data[at];
    }
    tile[t] = sum;
    __syncthreads();

    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
      if (t < stride) tile[t] += tile[t + stride];
      __syncthreads();
    }
    total += tile[0];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = total;
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned elements = tiles * block_size;
  const unsigned blocks = (size + elements - 1) / elements;

  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}

//                                     warps, loads, barriers
constexpr counter_ratios sixteen_to_eight{0.5, 1, 0.5};
