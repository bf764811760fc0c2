// Problem: every load goes through registers, which limits how many a thread has in flight.
// Change:  the copy engine (since 9.0) brings whole tiles to shared memory; one thread asks for it.
// Watch:   load instructions: none of global memory. Time: no gain, for 17 kept the memory busy.
#pragma once

#include "23_packed_atomic.cuh"

#include <cuda/ptx>

#include <cstdint>

constexpr unsigned bulk_stages = 4;      // tiles in flight for each block
constexpr unsigned bulk_vectors = 1024;  // of 16 bytes, in a tile: 16 KB

// Adds vectors 0 to `count - 1`, tile by tile: while one is added, three are on their way.
__device__ inline int add_tiles(const int4* vectors, unsigned count) {
  extern __shared__ int4 tiles[];                 // bulk_stages of them
  __shared__ std::uint64_t arrived[bulk_stages];  // barriers that count bytes
  int sum = 0;
#if __CUDA_ARCH__ >= 900
  using namespace cuda::ptx;
  const unsigned stride = gridDim.x * bulk_vectors;
  const auto ask = [&](unsigned stage, unsigned first) {  // by one thread
    const unsigned bytes = 16 * min(bulk_vectors, count - first);
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &arrived[stage], bytes);
    cp_async_bulk(space_cluster, space_global, tiles + stage * bulk_vectors, vectors + first, bytes,
                  &arrived[stage]);
  };

  const unsigned begin = blockIdx.x * bulk_vectors;
  if (threadIdx.x == 0) {
    for (auto& barrier : arrived) mbarrier_init(&barrier, 1);
    fence_proxy_async(space_shared);  // the engine, too, sees them
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned k = 0; k < bulk_stages && begin + k * stride < count; ++k) {
      ask(k, begin + k * stride);
    }
  }

  unsigned round = 0;
  for (unsigned first = begin; first < count; first += stride, ++round) {
    const unsigned stage = round % bulk_stages;
    while (!mbarrier_try_wait_parity(&arrived[stage], round / bulk_stages % 2)) continue;
    const unsigned here = min(bulk_vectors, count - first);
    for (unsigned i = threadIdx.x; i < here; i += blockDim.x) {
      const int4 v = tiles[stage * bulk_vectors + i];
      sum += v.x + v.y + v.z + v.w;
    }
    __syncthreads();  // nobody reads this tile any more
    if (threadIdx.x == 0 && first + bulk_stages * stride < count) {
      ask(stage, first + bulk_stages * stride);
    }
  }
#endif
  return sum;
}

// *total = sum of everything; `data` aligned to 16 bytes. blockDim.x a multiple of 32; dynamic
// shared memory for bulk_stages tiles.
__global__ void reduce_bulk_copy(const int* data, int* total, unsigned size) {
  int sum = add_tiles(reinterpret_cast<const int4*>(data), size / 4);
  const unsigned rest = 4 * (size / 4) + blockIdx.x * blockDim.x + threadIdx.x;
  if (rest < size) sum += data[rest];
  sum = block_sum_redux(sum);
  if (threadIdx.x == 0) add_packed(sum, total);
}
