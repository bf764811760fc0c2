// Problem: 04 has two ways in a warp. What do 3, 4 ... 32 cost?
// Change:  up to 32 ways, chosen by lane, or the same ways chosen by warp.
// Watch:   instructions per warp, and time: a straight line by lane, level by warp.
#pragma once

#include <utility>

#include "ways.cuh"

constexpr unsigned most_ways = 32;

// 32 questions, one after the other, of which a thread says yes to one.
template <unsigned... Way>
__device__ inline unsigned walk_way(unsigned way, unsigned x, unsigned rounds,
                                    std::integer_sequence<unsigned, Way...>) {
  ((way == Way ? void(x = walk<Way>(x, rounds)) : void()), ...);
  return x;
}
__device__ inline unsigned walk_way(unsigned way, unsigned x, unsigned rounds) {
  return walk_way(way, x, rounds, std::make_integer_sequence<unsigned, most_ways>());
}

// out[i]: what way i % paths makes of i. `paths` from 1 to 32.
__global__ void paths_by_lane(unsigned* out, unsigned size, unsigned rounds, unsigned paths) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) out[i] = walk_way(i % paths, i, rounds);
}

// out[i]: what way (i / 32) % paths makes of i. blockDim.x a multiple of 32.
__global__ void paths_by_warp(unsigned* out, unsigned size, unsigned rounds, unsigned paths) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) out[i] = walk_way(i / 32 % paths, i, rounds);
}
