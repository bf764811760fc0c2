// 06_unrolling/beat_the_library
// One launch only: int4 loads, shuffles, and one atomic addition for each block.
#include <lockstep/check.hpp>

#include <algorithm>

#include "06_unrolling/beat_the_library.hpp"

constexpr unsigned block_size = 512;
constexpr unsigned warps = block_size / 32;
constexpr unsigned batch = 4;  // int4 in flight for each thread

__device__ int fold(int4 v) { return v.x + v.y + (v.z + v.w); }

__device__ int warp_total(int v) {
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xFFFFFFFFu, v, d);
  return v;
}

__global__ void __launch_bounds__(block_size) add_all(const int* data, int* result, unsigned size) {
  const int4* quads = reinterpret_cast<const int4*>(data);
  const unsigned n = size / 4;
  const unsigned step = gridDim.x * block_size;
  const unsigned start = blockIdx.x * block_size + threadIdx.x;

  int mine = 0;
  unsigned q = start;
  for (; q + (batch - 1) * step < n; q += batch * step) {
    int4 v[batch];
#pragma unroll
    for (unsigned k = 0; k < batch; ++k) v[k] = quads[q + k * step];
#pragma unroll
    for (unsigned k = 0; k < batch; ++k) mine += fold(v[k]);
  }
  for (; q < n; q += step) mine += fold(quads[q]);
  if (start < size % 4) mine += data[4 * n + start];  // up to three at the end

  __shared__ int of_warp[warps];
  mine = warp_total(mine);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x < 32) {
    const int total = warp_total(threadIdx.x < warps ? of_warp[threadIdx.x] : 0);
    if (threadIdx.x == 0) atomicAdd(result, total);
  }
}

void sum(const int* data, int* result, int*, unsigned size) {
  static const unsigned room = [] {
    int processors = 0, resident = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, add_all, block_size, 0));
    return static_cast<unsigned>(processors * resident);
  }();
  const unsigned useful = std::max(1u, size / (4 * block_size));
  const unsigned blocks = std::min(room, useful);

  add_all<<<blocks, block_size>>>(data, result, size);
  CUDA_CHECK(cudaGetLastError());
}
