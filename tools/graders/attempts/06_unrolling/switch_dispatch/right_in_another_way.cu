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

namespace {

// Adds the upper half of n words to the lower half, then goes on with that.
template <unsigned n>
__device__ void fold(int* tile) {
  if constexpr (n > 1) {
    if (threadIdx.x < n / 2) tile[threadIdx.x] += tile[threadIdx.x + n / 2];
    __syncthreads();
    fold<n / 2>(tile);
  }
}

template <unsigned n>
__global__ void sums_of(const int* data, int* partial, unsigned size) {
  __shared__ int tile[n];
  const unsigned i = blockIdx.x * n + threadIdx.x;
  tile[threadIdx.x] = i < size ? data[i] : 0;
  __syncthreads();
  fold<n>(tile);
  if (threadIdx.x == 0) partial[blockIdx.x] = tile[0];
}

template <unsigned n>
void launch(const int* data, int* partial, unsigned size) {
  sums_of<n><<<(size + n - 1) / n, n>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();
}

}  // namespace

bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size) {
  switch (block_size) {
    case 1024: return launch<1024>(data, partial, size), true;
    case 512: return launch<512>(data, partial, size), true;
    case 256: return launch<256>(data, partial, size), true;
    case 128: return launch<128>(data, partial, size), true;
    case 64: return launch<64>(data, partial, size), true;
    case 32: return launch<32>(data, partial, size), true;
  }
  return false;
}
