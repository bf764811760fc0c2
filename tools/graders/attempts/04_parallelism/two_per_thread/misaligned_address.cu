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

__device__ float2 load_pair(const float* from, unsigned pair) {
  return *reinterpret_cast<const float2*>(from + pair);
}

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned pair = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * pair + 1 < size) {
    const float2 x = load_pair(a, pair), y = load_pair(b, pair);
    reinterpret_cast<float2*>(c)[pair] = make_float2(x.x + y.x, x.y + y.y);
  } else if (2 * pair < size) {
    c[size - 1] = a[size - 1] + b[size - 1];
  }
}

void add_vectors(const float* a, const float* b, float* c, unsigned size) {
  const unsigned elements = 2 * block_size;
  add_elements<<<(size + elements - 1) / elements, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
