// How many operations an SM can have in flight: each thread advances `Chains` sums that do not
// depend on each other; each step of one chain needs the step before.
#pragma once

#include <lockstep/lockstep.hpp>

#include <cmath>
#include <vector>

constexpr float FACTOR = 0.5f, ADDEND = 1.0f;

// The value of a chain after `steps` steps. The kernel gives the same, bit for bit.
inline float chain_on_host(float value, unsigned steps) {
  for (unsigned i = 0; i < steps; ++i) value = std::fma(value, FACTOR, ADDEND);
  return value;
}

// Where a chain begins: few different values, so that the host's part of a comparison is short.
__host__ __device__ inline float chain_start(unsigned thread, int chain) {
  return static_cast<float>(thread % 32 + static_cast<unsigned>(chain));
}

// The result of each lane.
inline std::vector<float> chains_on_host(int chains, unsigned steps) {
  std::vector<float> sum(32, 0);
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (int c = 0; c < chains; ++c) sum[lane] += chain_on_host(chain_start(lane, c), steps);
  }
  return sum;
}

// out[thread] = the sum of this thread's chains after `steps` steps; cycles[block] = how long the
// steps of this block took.
template <int Chains>
__global__ void advance_chains(float* out, long long* cycles, unsigned steps, float factor,
                               float addend) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  float value[Chains];
  for (int c = 0; c < Chains; ++c) value[c] = chain_start(thread, c);

  __syncthreads();
  const long long began = clock64();
#pragma unroll 64  // so that the loop counter costs next to nothing
  for (unsigned i = 0; i < steps; ++i) {
    for (int c = 0; c < Chains; ++c) value[c] = fmaf(value[c], factor, addend);
  }
  __syncthreads();
  const long long ended = clock64();

  float sum = 0;
  for (int c = 0; c < Chains; ++c) sum += value[c];
  out[thread] = sum;
  if (threadIdx.x == 0) cycles[blockIdx.x] = ended - began;
}

// One chain by the first warp of each block; the others wait for it at the barrier. Its latency is
// all that such a block costs. out[32 * block + lane] = where the chain ends.
__global__ void advance_one_warp(float* out, unsigned steps, float factor, float addend) {
  if (threadIdx.x < 32) {
    float value = chain_start(threadIdx.x, 0);
#pragma unroll 64
    for (unsigned i = 0; i < steps; ++i) value = fmaf(value, factor, addend);
    out[blockIdx.x * 32 + threadIdx.x] = value;
  }
  __syncthreads();
}
