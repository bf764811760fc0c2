// fails: properties: four_at_once.cu:24: grid-launched(grid-size … experiment(`4`, line(23
//
// Four elements a thread, with a float4: fast, and not what is asked for.
#include <lockstep/check.hpp>

#include "04_parallelism/two_per_thread.hpp"

constexpr unsigned block_size = 256;

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned p = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * p + 3 < size) {
    const float4 first = reinterpret_cast<const float4*>(a)[p];
    const float4 second = reinterpret_cast<const float4*>(b)[p];
    reinterpret_cast<float4*>(c)[p] =
        make_float4(first.x + second.x, first.y + second.y, first.z + second.z, first.w + second.w);
  } else {
    for (unsigned i = 4 * p; i < size; ++i) c[i] = a[i] + b[i];
  }
}

void add_vectors(const float* a, const float* b, float* c, unsigned size) {
  const unsigned elements = 4 * block_size;
  const unsigned blocks = (size + elements - 1) / elements;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
