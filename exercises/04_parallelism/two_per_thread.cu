// 04_parallelism/two_per_thread: two elements with one load
// Task       Let each thread add two neighbours, and load and store both with one instruction: as a
//            float2, the type of two floats (the book's problem 2.2).
// Given      Two vectors are added in blocks of 256 threads, one element for each thread. A load
//            brings 4 bytes to each lane. It could bring 8, if their address is a multiple of 8.
// Done when  the sum is right for any size, even or odd; there is one launch, with a thread for two
//            elements; elements are read once; a warp's request asks for 240 bytes or more, in
//            loads and in stores, and load and store efficiency are 95 % or more; the threads share
//            the work; a and b are unchanged, and no check finds anything.
// Interface  void add_vectors(const float* a, const float* b, float* c, unsigned size);
#include <lockstep/check.hpp>

#include "04_parallelism/two_per_thread.hpp"

constexpr unsigned block_size = 256;

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  // TODO (9 lines): if this thread's pair is whole, add it as a float2; if only its first element
  // exists, add that one.
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) c[i] = a[i] + b[i];
}

void add_vectors(const float* a, const float* b, float* c, unsigned size) {
  // TODO (2 lines): launch as many blocks as pairs need.
  const unsigned blocks = (size + block_size - 1) / block_size;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
