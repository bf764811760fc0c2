#include <lockstep/check.hpp>

#include "04_parallelism/two_per_thread.hpp"

constexpr unsigned block_size = 256;

namespace {

__device__ float2 operator+(float2 l, float2 r) { return make_float2(l.x + r.x, l.y + r.y); }

template <typename T>
__device__ void add_at(const float* a, const float* b, float* c, unsigned k) {
  reinterpret_cast<T*>(c)[k] = reinterpret_cast<const T*>(a)[k] + reinterpret_cast<const T*>(b)[k];
}

}  // namespace

// Whole pairs are numbered 0 to size / 2 - 1. The thread behind the last of them takes the single
// element that is left, if there is one.
__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned whole = size >> 1;
  const unsigned me = block_size * blockIdx.x + threadIdx.x;
  if (me < whole)
    add_at<float2>(a, b, c, me);
  else if (me == whole && (size & 1))
    add_at<float>(a, b, c, size - 1);
}

void add_vectors(const float* a, const float* b, float* c, unsigned size) {
  const unsigned threads = size / 2 + size % 2;
  const unsigned blocks = (threads + block_size - 1) / block_size;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
