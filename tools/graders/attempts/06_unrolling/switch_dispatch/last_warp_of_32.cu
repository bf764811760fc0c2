#include <lockstep/check.hpp>

#include "06_unrolling/switch_dispatch.hpp"

template <unsigned N>
__global__ void sums_of(const int* data, int* partial, unsigned size) {
  __shared__ int tile[1024];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * N + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  if (N >= 1024) { if (t < 512) tile[t] += tile[t + 512]; __syncthreads(); }
  if (N >= 512) { if (t < 256) tile[t] += tile[t + 256]; __syncthreads(); }
  if (N >= 256) { if (t < 128) tile[t] += tile[t + 128]; __syncthreads(); }
  if (N >= 128) { if (t < 64) tile[t] += tile[t + 64]; __syncthreads(); }
  if (t < 32) {
    int v = tile[t] + tile[t + 32];
    v += __shfl_down_sync(0xffffffff, v, 16);
    v += __shfl_down_sync(0xffffffff, v, 8);
    v += __shfl_down_sync(0xffffffff, v, 4);
    v += __shfl_down_sync(0xffffffff, v, 2);
    v += __shfl_down_sync(0xffffffff, v, 1);
    if (t == 0) partial[blockIdx.x] = v;
  }
}

bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;
  switch (block_size) {
    case 1024: sums_of<1024><<<blocks, 1024>>>(data, partial, size); break;
    case 512: sums_of<512><<<blocks, 512>>>(data, partial, size); break;
    case 256: sums_of<256><<<blocks, 256>>>(data, partial, size); break;
    case 128: sums_of<128><<<blocks, 128>>>(data, partial, size); break;
    case 64: sums_of<64><<<blocks, 64>>>(data, partial, size); break;
    case 32: sums_of<32><<<blocks, 32>>>(data, partial, size); break;
    default: return false;
  }
  CUDA_CHECK_LAUNCH();
  return true;
}
