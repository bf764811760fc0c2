// 06_unrolling/unroll16: sixteen tiles for each block
// Task       Let a block take sixteen tiles of blockDim.x elements in place of eight (the book's
//            problem 3.2), and predict which counters change and by how much.
// Given      Each thread adds its element of all eight tiles by independent loads, and then the
//            block goes through its tree once.
// Done when  the sum is right for any size and blocks of 64 to 1024 threads; there is a thread for
//            each sixteen elements; all threads together execute at most 75 % of the instructions
//            that they do now; elements are read once, coalesced; the three ratios are right.
// Interface  int sum(const int* data, int* partial, unsigned size, unsigned block_size);
//            const counter_ratios sixteen_to_eight;   // both are described in unroll16.hpp
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "06_unrolling/unroll16.hpp"

using lockstep::unanswered;

constexpr unsigned largest_block = 1024;

// partial[b] = the sum of the elements of block b, 8 * blockDim.x of them.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;

  // TODO (3 lines): give the block sixteen tiles: where it begins, which element is this thread's
  // last, and how many it adds. The other path, for the end of the data, stays as it is.
  const unsigned i = blockIdx.x * (8 * blockDim.x) + t;
  int sum = 0;
  if (i + 7 * blockDim.x < size) {  // all of this thread's elements exist
#pragma unroll
    for (unsigned k = 0; k < 8; ++k) sum += data[i + k * blockDim.x];
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
  // TODO (1 line): launch as many blocks as sixteen tiles each need.
  const unsigned elements = 8 * block_size;
  const unsigned blocks = (size + elements - 1) / elements;

  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}

// TODO (1 line): replace each `unanswered` by a ratio, sixteen tiles to eight: 1 is as many.
//        in this order:                      warps       loads       barriers
constexpr counter_ratios sixteen_to_eight{unanswered, unanswered, unanswered};
