// 04_parallelism/two_per_thread
#include <lockstep/check.hpp>

#include "04_parallelism/two_per_thread.hpp"

constexpr unsigned block_size = 256;

__device__ inline float2 operator+(float2 l, float2 r) { return {l.x + r.x, l.y + r.y}; }

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned pair = blockIdx.x * block_size + threadIdx.x;
  const unsigned first = 2 * pair;

  if (first + 1 <= size) {
    const float2* a2 = reinterpret_cast<const float2*>(a);
    const float2* b2 = reinterpret_cast<const float2*>(b);
    reinterpret_cast<float2*>(c)[pair] = a2[pair] + b2[pair];
  } else if (first < size) {  // the odd one at the end
    c[first] = a[first] + b[first];
  }
}

void add_vectors(const float* a, const float* b, float* c, unsigned size) {
  const unsigned pairs = size / 2 + size % 2;
  const unsigned blocks = pairs / block_size + (pairs % block_size != 0 ? 1 : 0);
  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
