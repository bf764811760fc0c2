// fails: properties: grid_as_before.cu:24: grid-launched(grid-size … line(23
//
// Two elements a thread, but as many blocks as before: half of them find nothing.
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
  const unsigned elements = block_size;
  const unsigned blocks = (size + elements - 1) / elements;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
