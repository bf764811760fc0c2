// fails: properties: measured(bytes that the kernel loads … two-lines(29
//
// An odd last element is added by the host.
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
  }
}

void add_vectors(const float* a, const float* b, float* c, unsigned size) {
  const unsigned elements = 2 * block_size;  // of a block
  const unsigned blocks = (size + elements - 1) / elements;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
  if (size % 2 == 0) return;
  float last[2];
  const unsigned i = size - 1;
  CUDA_CHECK(cudaMemcpy(&last[0], a + i, sizeof(float), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(&last[1], b + i, sizeof(float), cudaMemcpyDeviceToHost));
  last[0] += last[1];
  CUDA_CHECK(cudaMemcpy(c + i, last, sizeof(float), cudaMemcpyHostToDevice));
}
