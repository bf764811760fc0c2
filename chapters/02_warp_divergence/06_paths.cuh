// Problem: 04 has two paths in a warp. What do 3, 4 ... 32 cost?
// Change:  up to 32 paths, chosen by lane, or the same paths chosen by warp.
// Watch:   instructions per warp, and time: a straight line by lane, level by warp.
#pragma once

#include <utility>

#include "path_loops.cuh"

constexpr unsigned most_paths = 32;

// 32 tests, one after the other, of which one is true for a thread.
template <unsigned... Path>
__device__ inline unsigned run_numbered_path(unsigned path, unsigned x, unsigned rounds,
                                             std::integer_sequence<unsigned, Path...>) {
  ((path == Path ? void(x = run_path<Path>(x, rounds)) : void()), ...);
  return x;
}
__device__ inline unsigned run_numbered_path(unsigned path, unsigned x, unsigned rounds) {
  return run_numbered_path(path, x, rounds, std::make_integer_sequence<unsigned, most_paths>());
}

// out[i]: what path i % paths makes of i. `paths` from 1 to 32.
__global__ void paths_by_lane(unsigned* out, unsigned size, unsigned rounds, unsigned paths) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) out[i] = run_numbered_path(i % paths, i, rounds);
}

// out[i]: what path (i / 32) % paths makes of i. blockDim.x a multiple of 32.
__global__ void paths_by_warp(unsigned* out, unsigned size, unsigned rounds, unsigned paths) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) out[i] = run_numbered_path(i / 32 % paths, i, rounds);
}
