#include <lockstep/check.hpp>

#include "06_unrolling/switch_dispatch.hpp"

// partial[b] = the sum of the elements of block b, N of them.
template <unsigned N>
__global__ void sums_of(const int* data, int* partial, unsigned size) {
  __shared__ int tile[N];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * N + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  if (N >= 1024 && t < 512) tile[t] += tile[t + 512];
  if (N >= 1024) __syncthreads();
  if (N >= 512 && t < 256) tile[t] += tile[t + 256];
  if (N >= 512) __syncthreads();
  if (N >= 256 && t < 128) tile[t] += tile[t + 128];
  if (N >= 256) __syncthreads();
  if (N >= 128 && t < 64) tile[t] += tile[t + 64];
  if (N >= 128) __syncthreads();
  if (N >= 64 && t < 32) tile[t] += tile[t + 32];
  if (N >= 64) __syncthreads();

  if (t < 32) {
    int v = tile[t];
    v += __shfl_down_sync(0xFFFFFFFFu, v, 16);
    v += __shfl_down_sync(0xFFFFFFFFu, v, 8);
    v += __shfl_down_sync(0xFFFFFFFFu, v, 4);
    v += __shfl_down_sync(0xFFFFFFFFu, v, 2);
    v += __shfl_down_sync(0xFFFFFFFFu, v, 1);
    if (t == 0) partial[blockIdx.x] = v;
  }
}

bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;

  switch (block_size) {
    case 32:
      sums_of<32><<<blocks, block_size>>>(data, partial, size);
      break;
    case 64:
      sums_of<64><<<blocks, block_size>>>(data, partial, size);
      break;
    case 128:
      sums_of<128><<<blocks, block_size>>>(data, partial, size);
      break;
    case 256:
      sums_of<256><<<blocks, block_size>>>(data, partial, size);
    case 512:
      sums_of<512><<<blocks, block_size>>>(data, partial, size);
      break;
    case 1024:
      sums_of<1024><<<blocks, block_size>>>(data, partial, size);
      break;
    default:
      return false;
  }
  CUDA_CHECK_LAUNCH();
  return true;
}
