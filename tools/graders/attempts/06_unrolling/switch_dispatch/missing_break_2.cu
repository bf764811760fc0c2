// 06_unrolling/switch_dispatch
#include <lockstep/check.hpp>

#include "06_unrolling/switch_dispatch.hpp"

// partial[b] = the sum of the elements of block b, Threads of them.
template <unsigned Threads>
__global__ void sums_of(const int* data, int* partial, unsigned size) {
  __shared__ int tile[Threads];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * Threads + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

#pragma unroll
  for (unsigned stride = Threads / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <unsigned Threads>
void start(const int* data, int* partial, unsigned size) {
  sums_of<Threads><<<(size + Threads - 1) / Threads, Threads>>>(data, partial, size);
}

bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size) {
  switch (block_size) {
    case 1024:
      start<1024>(data, partial, size);
      break;
    case 512:
      start<512>(data, partial, size);
      break;
    case 256:
      start<256>(data, partial, size);
    case 128:
      start<128>(data, partial, size);
      break;
    case 64:
      start<64>(data, partial, size);
      break;
    case 32:
      start<32>(data, partial, size);
      break;
    default:
      return false;  // no such kernel
  }
  CUDA_CHECK_LAUNCH();
  return true;
}
