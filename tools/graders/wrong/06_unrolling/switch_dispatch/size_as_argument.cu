// fails: properties: same-kernel
//
// The switch has six cases, and all launch one kernel: what it is told comes at run time.
#include <lockstep/check.hpp>

#include "06_unrolling/switch_dispatch.hpp"

// partial[b] = the sum of the elements of block b, Threads of them. Launched with Threads threads.
__global__ void sums_of(const int* data, int* partial, unsigned size, unsigned threads) {
  __shared__ int tile[1024];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * threads + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = threads / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <unsigned Threads>
bool launch(const int* data, int* partial, unsigned size) {
  const unsigned blocks = (size + Threads - 1) / Threads;
  sums_of<<<blocks, Threads>>>(data, partial, size, Threads);
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
