// 04_parallelism/two_per_thread: two elements with one load
// Task       Let each thread add two neighbours, and load and store both with one instruction: as a
//            float2, the type of two floats (the book's problem 2.2).
// Given      Two vectors are added in blocks of 256 threads, one element for each thread. A load
//            brings 4 bytes to each lane. It could bring 8, if their address is a multiple of 8.
// Done when  the sum is right for any size, even or odd; there is one launch, with a thread for two
//            elements; elements are read once; a warp's request asks for 240 bytes or more, in
//            loads and in stores, and load and store efficiency are 95 % or more; a and b are
//            unchanged, and no check finds anything.
// Interface  void add_vectors(const float* a, const float* b, float* c, unsigned size);
#include <lockstep/check.hpp>

#include "04_parallelism/two_per_thread.hpp"

constexpr unsigned block_size = 256;

__device__ float2 operator+(float2 u, float2 v) { return make_float2(u.x + v.x, u.y + v.y); }

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned p = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = 2 * p;
  if (i + 1 < size) {
    const float2 u = reinterpret_cast<const float2*>(a)[p];
    const float2 v = reinterpret_cast<const float2*>(b)[p];
    reinterpret_cast<float2*>(c)[p] = u + v;
  } else if (i < size) {
    c[i] = a[i] + b[i];
  }
}

void add_vectors(const float* a, const float* b, float* c, unsigned size) {
  const unsigned pairs = size / 2;
  const unsigned blocks = (pairs + block_size - 1) / block_size;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
