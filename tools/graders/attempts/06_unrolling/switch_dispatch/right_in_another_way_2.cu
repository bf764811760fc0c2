#include <lockstep/check.hpp>

#include "06_unrolling/switch_dispatch.hpp"

namespace {

// Steps Stride, Stride / 2, ... 1 of the tree: the compiler makes a function for each.
template <unsigned Stride>
__device__ void fold(int* tile, unsigned t) {
  if constexpr (Stride > 0) {
    if (t < Stride) tile[t] += tile[t + Stride];
    __syncthreads();
    fold<Stride / 2>(tile, t);
  }
}

template <unsigned Threads>
__global__ void sums_of(const int* data, int* partial, unsigned size) {
  __shared__ int tile[Threads];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * Threads + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  fold<Threads / 2>(tile, t);
  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <unsigned Threads>
bool launched(const int* data, int* partial, unsigned size, unsigned block_size) {
  if (block_size != Threads) return false;
  sums_of<Threads><<<(size + Threads - 1) / Threads, Threads>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();
  return true;
}

// Tries one size after the other, and stops at the one that fits.
template <unsigned... Sizes>
bool one_of(const int* data, int* partial, unsigned size, unsigned block_size) {
  return (launched<Sizes>(data, partial, size, block_size) || ...);
}

}  // namespace

bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size) {
  return one_of<32, 64, 128, 256, 512, 1024>(data, partial, size, block_size);
}
