// One kernel that would like 124 registers, compiled seven times: each asks that so many
// blocks of 256 threads fit on an SM, so the compiler must do with fewer registers.
#pragma once

#include <lockstep/lockstep.hpp>

#include <cmath>
#include <vector>

constexpr unsigned BOUND_THREADS = 256;
constexpr int VALUES = 64;  // that a thread keeps at once
constexpr int ROUNDS = 8;

// out[thread] = all its values, mixed. Value v of thread t is in[v * threads + t].
template <int MinBlocks>
__global__ void __launch_bounds__(BOUND_THREADS, MinBlocks)
    mix_values(const float* in, float* out, unsigned threads) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= threads) return;
  float value[VALUES];
#pragma unroll
  for (int v = 0; v < VALUES; ++v) value[v] = in[std::size_t{threads} * v + thread];
#pragma unroll 1
  for (int round = 0; round < ROUNDS; ++round) {
#pragma unroll
    for (int v = 0; v < VALUES; ++v) value[v] = fmaf(value[v], 0.5f, value[(v + 1) % VALUES]);
  }
  float sum = 0;
#pragma unroll
  for (int v = 0; v < VALUES; ++v) sum += value[v];
  out[thread] = sum;
}

// The same, in the same order: bit for bit.
inline std::vector<float> mix_on_host(const std::vector<float>& in, unsigned threads) {
  std::vector<float> out(threads);
  for (unsigned t = 0; t < threads; ++t) {
    float value[VALUES];
    for (int v = 0; v < VALUES; ++v) value[v] = in[std::size_t{threads} * v + t];
    for (int round = 0; round < ROUNDS; ++round) {
      for (int v = 0; v < VALUES; ++v) value[v] = std::fma(value[v], 0.5f, value[(v + 1) % VALUES]);
    }
    float sum = 0;
    for (int v = 0; v < VALUES; ++v) sum += value[v];
    out[t] = sum;
  }
  return out;
}

struct bounded_kernel {
  int min_blocks;  // per SM, as promised
  void (*kernel)(const float*, float*, unsigned);
};

inline const bounded_kernel bounded_kernels[] = {
    {1, mix_values<1>}, {2, mix_values<2>}, {3, mix_values<3>}, {4, mix_values<4>},
    {5, mix_values<5>}, {6, mix_values<6>}, {8, mix_values<8>},
};
