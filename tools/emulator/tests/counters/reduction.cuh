// Reductions in global memory: each block adds up its own part of `data`, in place, and leaves the
// sum in partial[block].
#pragma once

// Neighbours first; every second, fourth, eighth, ... thread works.
__global__ void reduce_neighbored(int* data, int* partial, unsigned size) {
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  int* tile = data + blockIdx.x * blockDim.x;
  if (i >= size) return;
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// The same elements by neighbouring threads.
__global__ void reduce_neighbored_less(int* data, int* partial, unsigned size) {
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  int* tile = data + blockIdx.x * blockDim.x;
  if (i >= size) return;
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    const int left = 2 * stride * t;
    if (left < blockDim.x) tile[left] += tile[left + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// What all that follow have in common: strides from large to small, down to `last`.
__device__ inline void add_by_halves(int* tile, unsigned t, int last) {
  for (int stride = blockDim.x / 2; stride > last; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
}

__global__ void reduce_interleaved(int* data, int* partial, unsigned size) {
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  int* tile = data + blockIdx.x * blockDim.x;
  if (i >= size) return;
  for (int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// Each thread first adds the elements at its place in `Tiles` neighbouring tiles.
template <unsigned Tiles>
__device__ inline void add_tiles(int* data, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x * Tiles + threadIdx.x;
  if (i + (Tiles - 1) * blockDim.x < size) {
    int sum = data[i];
#pragma unroll
    for (unsigned tile = 1; tile < Tiles; ++tile) sum += data[i + tile * blockDim.x];
    data[i] = sum;
  }
  __syncthreads();
}

template <unsigned Tiles>
__global__ void reduce_unrolling(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x * Tiles;
  add_tiles<Tiles>(data, size);
  add_by_halves(tile, threadIdx.x, 0);
  if (threadIdx.x == 0) partial[blockIdx.x] = tile[0];
}

// The last 64 elements by one warp that trusts in running in step: wrong since Volta, counted here
// because books show it.
__device__ inline void last_warp_volatile(volatile int* tile, unsigned t) {
  tile[t] += tile[t + 32];
  tile[t] += tile[t + 16];
  tile[t] += tile[t + 8];
  tile[t] += tile[t + 4];
  tile[t] += tile[t + 2];
  tile[t] += tile[t + 1];
}

// The same, right: the warp waits for its lanes between reading and writing.
__device__ inline void last_warp_synchronised(int* tile, unsigned t) {
  int sum = tile[t];
#pragma unroll
  for (int distance = 32; distance > 0; distance /= 2) {
    sum += tile[t + distance];
    __syncwarp();
    tile[t] = sum;
    __syncwarp();
  }
}

template <bool Volatile>
__device__ inline void last_warp(int* tile, unsigned t) {
  if (t >= 32) return;
  if (Volatile) {
    last_warp_volatile(tile, t);
  } else {
    last_warp_synchronised(tile, t);
  }
}

template <bool Volatile>
__global__ void reduce_unroll_warps(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x * 8;
  add_tiles<8>(data, size);
  add_by_halves(tile, threadIdx.x, 32);
  last_warp<Volatile>(tile, threadIdx.x);
  if (threadIdx.x == 0) partial[blockIdx.x] = tile[0];
}

// No loop is left: one question for each possible stride.
template <bool Volatile>
__device__ inline void finish_tile(int* tile, unsigned t, unsigned width) {
  if (width >= 1024 && t < 512) tile[t] += tile[t + 512];
  __syncthreads();
  if (width >= 512 && t < 256) tile[t] += tile[t + 256];
  __syncthreads();
  if (width >= 256 && t < 128) tile[t] += tile[t + 128];
  __syncthreads();
  if (width >= 128 && t < 64) tile[t] += tile[t + 64];
  __syncthreads();
  last_warp<Volatile>(tile, t);
}

__global__ void reduce_complete_unroll_warps(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x * 8;
  add_tiles<8>(data, size);
  finish_tile<true>(tile, threadIdx.x, blockDim.x);
  if (threadIdx.x == 0) partial[blockIdx.x] = tile[0];
}

// The compiler knows the width, and asks the questions itself.
template <unsigned Width, bool Volatile>
__global__ void reduce_complete_unroll(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x * 8;
  add_tiles<8>(data, size);
  finish_tile<Volatile>(tile, threadIdx.x, Width);
  if (threadIdx.x == 0) partial[blockIdx.x] = tile[0];
}
