// fails: results: forgets_break.cu:39: read-but-lost(data
//
// No case ends: after the kernel for 1024 come those for 512, 256 and so on.
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
  for (unsigned stride = Threads / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;
  switch (block_size) {
    case 1024:
      sums_of<1024><<<blocks, 1024>>>(data, partial, size);
    case 512:
      sums_of<512><<<blocks, 512>>>(data, partial, size);
    case 256:
      sums_of<256><<<blocks, 256>>>(data, partial, size);
    case 128:
      sums_of<128><<<blocks, 128>>>(data, partial, size);
    case 64:
      sums_of<64><<<blocks, 64>>>(data, partial, size);
    case 32:
      sums_of<32><<<blocks, 32>>>(data, partial, size);
      break;
    default:
      return false;
  }
  CUDA_CHECK_LAUNCH();
  return true;
}
