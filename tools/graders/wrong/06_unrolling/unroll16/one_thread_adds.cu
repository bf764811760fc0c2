// fails: properties: one_thread_adds.cu:16: one-lane-works
//
// One thread of each block adds for all others, which leave.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "06_unrolling/unroll16.hpp"

constexpr unsigned tiles = 16;

// partial[b] = the sum of the elements of block b, 16 * blockDim.x of them.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  const unsigned t = threadIdx.x;
  if (t != 0) return;
  const unsigned first = blockIdx.x * (tiles * blockDim.x);
  int sum = 0;
#pragma unroll 16
  for (unsigned i = first; i < min(first + tiles * blockDim.x, size); ++i) sum += data[i];
  partial[blockIdx.x] = sum;
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
