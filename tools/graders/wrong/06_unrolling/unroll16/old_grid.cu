// fails: properties: old_grid.cu:39: grid-launched(grid-size … experiment(`8`, line(38
//
// Sixteen tiles a block, but as many blocks as before: half of them add nothing.
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

  const unsigned i = blockIdx.x * (tiles * blockDim.x) + t;
  int sum = 0;
  if (i + (tiles - 1) * blockDim.x < size) {  // all of this thread's elements exist
#pragma unroll
    for (unsigned k = 0; k < tiles; ++k) sum += data[i + k * blockDim.x];
  } else {  // some of them, or none
    for (unsigned at = i; at < size; at += blockDim.x) sum += data[at];
  }
  tile[t] = sum;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

int sum(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned elements = 8 * block_size;
  const unsigned blocks = (size + elements - 1) / elements;

  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}

//                                     warps, loads, barriers
constexpr counter_ratios sixteen_to_eight{0.5, 1, 0.5};
