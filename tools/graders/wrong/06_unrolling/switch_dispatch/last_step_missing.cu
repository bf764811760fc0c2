// fails: results: last_step_missing.cu:19: read-but-lost(data … experiment(`1`, line(18
//
// The steps were written down, and the last one forgotten.
#include <lockstep/check.hpp>

#include "06_unrolling/switch_dispatch.hpp"

// partial[b] = the sum of the elements of block b, Threads of them. Launched with Threads threads.
template <unsigned Threads>
__global__ void sums_of(const int* data, int* partial, unsigned size) {
  __shared__ int tile[Threads];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * Threads + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

#pragma unroll
  for (unsigned stride = Threads / 2; stride > 1; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <unsigned Threads>
bool launch(const int* data, int* partial, unsigned size) {
  const unsigned blocks = (size + Threads - 1) / Threads;
  sums_of<Threads><<<blocks, Threads>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();
  return true;
}

bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size) {
  switch (block_size) {
    case 1024:
      return launch<1024>(data, partial, size);
    case 512:
      return launch<512>(data, partial, size);
    case 256:
      return launch<256>(data, partial, size);
    case 128:
      return launch<128>(data, partial, size);
    case 64:
      return launch<64>(data, partial, size);
    case 32:
      return launch<32>(data, partial, size);
    default:
      return false;
  }
}
