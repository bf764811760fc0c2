// Solution of 04_parallelism/two_per_thread
//
// Thread p adds pair p, elements 2 * p and 2 * p + 1. They are neighbours and begin at a multiple
// of 8 bytes. As a float2 they are one load of 8 bytes: a warp asks for 256 bytes, 8 whole sectors,
// with one instruction. Loaded one by one, they would be two loads that each touch all 8 sectors
// and use half of them. If the size is odd, the last pair has no second element, and its thread
// adds the first alone.
#include <lockstep/check.hpp>

#include "04_parallelism/two_per_thread.hpp"

constexpr unsigned block_size = 256;

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned p = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = 2 * p;
  if (i + 1 < size) {
    const float2 first = reinterpret_cast<const float2*>(a)[p];
    const float2 second = reinterpret_cast<const float2*>(b)[p];
    reinterpret_cast<float2*>(c)[p] = make_float2(first.x + second.x, first.y + second.y);
  } else if (i < size) {
    c[i] = a[i] + b[i];
  }
}

void add_vectors(const float* a, const float* b, float* c, unsigned size) {
  const unsigned elements = 2 * block_size;  // of a block
  const unsigned blocks = (size + elements - 1) / elements;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
