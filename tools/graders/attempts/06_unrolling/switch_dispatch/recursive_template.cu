#include <lockstep/check.hpp>

#include "06_unrolling/switch_dispatch.hpp"

template <unsigned Stride>
__device__ __forceinline__ void steps(int* tile) {
  if constexpr (Stride > 0) {
    if (threadIdx.x < Stride) tile[threadIdx.x] += tile[threadIdx.x + Stride];
    __syncthreads();
    steps<Stride / 2>(tile);
  }
}

template <unsigned Threads>
__global__ void __launch_bounds__(Threads)
    sums_of(const int* data, int* partial, unsigned size) {
  __shared__ int tile[Threads];
  const unsigned i = blockIdx.x * Threads + threadIdx.x;
  tile[threadIdx.x] = i < size ? data[i] : 0;
  __syncthreads();
  steps<Threads / 2>(tile);
  if (threadIdx.x == 0) partial[blockIdx.x] = *tile;
}

template <unsigned Threads>
bool try_from(const int* data, int* partial, unsigned size, unsigned block_size) {
  if constexpr (Threads > 1024) {
    return false;
  } else {
    if (block_size != Threads) return try_from<2 * Threads>(data, partial, size, block_size);
    sums_of<Threads><<<(size + Threads - 1) / Threads, Threads>>>(data, partial, size);
    CUDA_CHECK_LAUNCH();
    return true;
  }
}

bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size) {
  return try_from<32>(data, partial, size, block_size);
}
