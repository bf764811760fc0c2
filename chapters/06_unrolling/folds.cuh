// Ways for one warp to add the 64 words of a tile, and two ways for its lanes to get there.
#pragma once

#include "09_last_warp_volatile.cuh"
#include "10_last_warp.cuh"
#include "16_shuffle.cuh"

namespace chapter_06 {

// Each leaves the sum in tile[0]. `Copy` has the compiler keep several copies of the same code.
struct volatile_fold {
  static constexpr const char* name = "volatile (09)";
  template <int Copy>
  static __device__ void run(int* tile) {
    asm volatile("// copy %0" ::"n"(Copy));
    fold_last_warp_volatile(tile);
  }
};

// The same without volatile: the compiler sees one thread, which reads and writes its own words.
struct plain_fold {
  static constexpr const char* name = "neither";
  template <int Copy>
  static __device__ void run(int* tile) {
    const unsigned t = threadIdx.x;
    asm volatile("// copy %0" ::"n"(Copy));
    tile[t] += tile[t + 32];
    tile[t] += tile[t + 16];
    tile[t] += tile[t + 8];
    tile[t] += tile[t + 4];
    tile[t] += tile[t + 2];
    tile[t] += tile[t + 1];
  }
};

// A barrier of the block between the lines, as published answers to exercise 3.4 have it. All 32
// lanes add in each line, so one may read a word when its owner has already added to it. All
// threads of the block must come here together.
struct barrier_fold {
  static constexpr const char* name = "__syncthreads";
  template <int Copy>
  static __device__ void run(int* tile) {
    const unsigned t = threadIdx.x;
    for (unsigned stride = 32; stride > 0; stride /= 2) {
      tile[t] += tile[t + stride];
      __syncthreads();
    }
  }
};

struct syncwarp_fold {
  static constexpr const char* name = "__syncwarp (10)";
  template <int Copy>
  static __device__ void run(int* tile) {
    asm volatile("// copy %0" ::"n"(Copy));
    fold_last_warp(tile);
  }
};

struct shuffle_fold {
  static constexpr const char* name = "shuffle (16)";
  template <int Copy>
  static __device__ void run(int* tile) {
    asm volatile("// copy %0" ::"n"(Copy));
    const int sum = warp_sum(tile[threadIdx.x] + tile[threadIdx.x + 32]);
    if (threadIdx.x == 0) tile[0] = sum;
  }
};

// The lanes arrive together ...
struct together {
  template <typename Fold>
  static __device__ void run(int* tile) {
    Fold::template run<0>(tile);
  }
};

// ... or in two halves, as behind any branch that the compiler does not close before the fold.
struct in_halves {
  template <typename Fold>
  static __device__ void run(int* tile) {
    if (threadIdx.x % 2 == 0) {
      Fold::template run<0>(tile);
    } else {
      Fold::template run<1>(tile);
    }
  }
};

// One block, one warp. Folds the 64 words at `data` in global memory, in place.
template <typename Fold, typename Arrival>
__global__ void fold_global(int* data, long long* cycles) {
  data[threadIdx.x] += 0 * data[threadIdx.x + 32];  // what follows finds the words in the caches
  __syncwarp();
  const long long begin = clock64();
  Arrival::template run<Fold>(data);
  __syncwarp();
  if (threadIdx.x == 0) *cycles = clock64() - begin;
}

// The same in shared memory.
template <typename Fold, typename Arrival>
__global__ void fold_shared(int* data, long long* cycles) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  tile[threadIdx.x + 32] = data[threadIdx.x + 32];
  __syncwarp();
  const long long begin = clock64();
  Arrival::template run<Fold>(tile);
  __syncwarp();
  if (threadIdx.x == 0) {
    *cycles = clock64() - begin;
    data[0] = tile[0];
  }
}

}  // namespace chapter_06
