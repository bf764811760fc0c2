#include <lockstep/check.hpp>

#include "06_unrolling/switch_dispatch.hpp"

namespace {

// One step of the tree, and then the smaller ones: the recursion is the loop that is gone.
template <unsigned Stride>
__device__ void fold(int* tile) {
  if constexpr (Stride >= 32) {
    if (threadIdx.x < Stride) tile[threadIdx.x] += tile[threadIdx.x + Stride];
    __syncthreads();
    fold<Stride / 2>(tile);
  }
}

template <unsigned Lanes>
__device__ int fold_lanes(int value) {
  if constexpr (Lanes == 0)
    return value;
  else
    return fold_lanes<Lanes / 2>(value + __shfl_xor_sync(0xFFFFFFFFu, value, Lanes));
}

template <unsigned N>
__global__ void sums_of(const int* data, int* partial, unsigned size) {
  __shared__ int tile[N];
  const unsigned i = blockIdx.x * N + threadIdx.x;
  tile[threadIdx.x] = i < size ? data[i] : 0;
  __syncthreads();
  fold<N / 2>(tile);
  if (threadIdx.x < 32) {
    const int all = fold_lanes<16>(tile[threadIdx.x]);
    if (threadIdx.x == 0) partial[blockIdx.x] = all;
  }
}

// Tries N, then 2 * N, and so on up to 1024.
template <unsigned N>
bool launch(const int* data, int* partial, unsigned size, unsigned block_size) {
  if constexpr (N > 1024) {
    return false;
  } else {
    if (block_size != N) return launch<2 * N>(data, partial, size, block_size);
    sums_of<N><<<(size + N - 1) / N, N>>>(data, partial, size);
    CUDA_CHECK_LAUNCH();
    return true;
  }
}

}  // namespace

bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size) {
  return launch<32>(data, partial, size, block_size);
}
