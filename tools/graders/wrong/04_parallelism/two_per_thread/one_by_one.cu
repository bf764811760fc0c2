// fails: properties: one_by_one.cu:12: lane-loads-bytes(
//
// Two neighbours for each thread, loaded one by one.
#include <lockstep/check.hpp>

#include "04_parallelism/two_per_thread.hpp"

constexpr unsigned block_size = 256;

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < size) c[i] = a[i] + b[i];
  if (i + 1 < size) c[i + 1] = a[i + 1] + b[i + 1];
}

void add_vectors(const float* a, const float* b, float* c, unsigned size) {
  const unsigned elements = 2 * block_size;  // of a block
  const unsigned blocks = (size + elements - 1) / elements;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
