// fails: results: pasted_twice.cu:29: never-read(and-more-elements
//
// The eight loads were copied, and their numbers left: eight tiles are added twice.
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
    const int a0 = data[i];
    const int a1 = data[i + 1 * blockDim.x];
    const int a2 = data[i + 2 * blockDim.x];
    const int a3 = data[i + 3 * blockDim.x];
    const int a4 = data[i + 4 * blockDim.x];
    const int a5 = data[i + 5 * blockDim.x];
    const int a6 = data[i + 6 * blockDim.x];
    const int a7 = data[i + 7 * blockDim.x];
    const int b0 = data[i];
    const int b1 = data[i + 1 * blockDim.x];
    const int b2 = data[i + 2 * blockDim.x];
    const int b3 = data[i + 3 * blockDim.x];
    const int b4 = data[i + 4 * blockDim.x];
    const int b5 = data[i + 5 * blockDim.x];
    const int b6 = data[i + 6 * blockDim.x];
    const int b7 = data[i + 7 * blockDim.x];
    sum = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + b0 + b1 + b2 + b3 + b4 + b5 + b6 + b7;
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
