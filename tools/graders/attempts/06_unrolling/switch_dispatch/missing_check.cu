// 06_unrolling/switch_dispatch: one kernel for each block size
// Task       Make the block size a parameter of a template, so that no loop is left in the tree,
//            and pick the kernel for block_size by a switch.
// Given      The kernel learns its block size when it runs: it computes, compares and jumps in each
//            step. A template parameter has to be known when the program is compiled, while
//            block_size is known when it runs.
// Done when  the sums are right for any size and blocks of 32, 64, ..., 1024 threads; for every
//            other block_size the call returns false, launches nothing and writes nothing; each
//            size has its own kernel and one launch; a warp executes at most 85 % of the
//            instructions that it does now; the threads share the work; no check finds anything.
// Interface  bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size);
#include <lockstep/check.hpp>

#include "06_unrolling/switch_dispatch.hpp"

// partial[b] = the sum of the elements of block b, `threads` of them.
template <unsigned threads>
__global__ void sums_of(const int* data, int* partial, unsigned size) {
  __shared__ int tile[threads];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * threads + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

#pragma unroll
  for (unsigned stride = threads / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size) {
  using kernel = void (*)(const int*, int*, unsigned);
  constexpr unsigned kernels = 6;
  const kernel table[kernels] = {sums_of<32>,  sums_of<64>,  sums_of<128>,
                                 sums_of<256>, sums_of<512>, sums_of<1024>};

  unsigned index = 0;
  while (index < kernels && (32u << index) < block_size) ++index;
  if (index == kernels) return false;

  const unsigned blocks = (size + block_size - 1) / block_size;
  table[index]<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();
  return true;
}
