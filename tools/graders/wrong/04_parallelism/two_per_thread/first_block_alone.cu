// fails: properties: per cent of threads that access global memory
//
// As many blocks as there should be, of which the first adds all pairs.
#include <lockstep/check.hpp>

#include "04_parallelism/two_per_thread.hpp"

constexpr unsigned block_size = 256;

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  if (blockIdx.x != 0) return;
  for (unsigned p = threadIdx.x; p < size / 2; p += blockDim.x) {
    const float2 first = reinterpret_cast<const float2*>(a)[p];
    const float2 second = reinterpret_cast<const float2*>(b)[p];
    reinterpret_cast<float2*>(c)[p] = make_float2(first.x + second.x, first.y + second.y);
  }
  if (size % 2 == 1 && threadIdx.x == 0) c[size - 1] = a[size - 1] + b[size - 1];
}

void add_vectors(const float* a, const float* b, float* c, unsigned size) {
  const unsigned elements = 2 * block_size;
  const unsigned blocks = (size + elements - 1) / elements;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
