// Exercise 06_unrolling/unroll16: sixteen tiles for each block
//
// A block of the kernel below takes eight tiles of blockDim.x elements, one behind the other, and
// each thread first adds its element of every tile. No loop and no question lies between its eight
// loads, none waits for another, and the tree is paid once for all. Let a block take sixteen tiles,
// in the same way.
//
// What is checked: the sum, for sizes around a warp and around every tile of a block, ragged, large
// and random, and for blocks of 64 to 1024 threads; that `data` stays as it is and nothing outside
// of it is read; that the GPU reads every element, and only once, and the host none; that there is
// one thread for each sixteen elements; that all threads together execute at most 75 % of the
// instructions that they do now; that neighbouring lanes load neighbouring elements; that the
// threads share the work.
//
// The parameters are described beside this file, in unroll16.hpp.
#include <lockstep/check.hpp>

#include <numeric>
#include <vector>

#include "06_unrolling/unroll16.hpp"

constexpr unsigned largest_block = 1024;

// partial[b] = the sum of the elements of block b, 8 * blockDim.x of them.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;

  // TODO (about 10 lines): where does a block begin now, which is the last element of this thread,
  // and how are the other eight added?
  const unsigned i = blockIdx.x * (8 * blockDim.x) + t;
  int sum = 0;
  if (i + 15 * blockDim.x < size) {  // all of this thread's elements exist
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) sum += data[i + k * blockDim.x];
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
  // TODO (1 line): how many elements does a block take?
  const unsigned elements = 16 * block_size;
  const unsigned blocks = (size + elements - 1) / elements;

  block_sums<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();

  std::vector<int> on_host(blocks);
  CUDA_CHECK(cudaMemcpy(on_host.data(), partial, blocks * sizeof(int), cudaMemcpyDeviceToHost));
  return std::accumulate(on_host.begin(), on_host.end(), 0);
}

//                                     warps, loads, barriers
constexpr counter_ratios sixteen_to_eight{0.5, 1, 0.5};
