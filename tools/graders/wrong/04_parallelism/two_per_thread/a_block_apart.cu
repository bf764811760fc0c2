// fails: properties: a_block_apart.cu:12: lane-loads-bytes(
//
// Two elements a block apart, as in row_1d: whole sectors, but as many loads as before.
#include <lockstep/check.hpp>

#include "04_parallelism/two_per_thread.hpp"

constexpr unsigned block_size = 256;

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) c[i] = a[i] + b[i];
  if (i + blockDim.x < size) c[i + blockDim.x] = a[i + blockDim.x] + b[i + blockDim.x];
}

void add_vectors(const float* a, const float* b, float* c, unsigned size) {
  const unsigned elements = 2 * block_size;  // of a block
  const unsigned blocks = (size + elements - 1) / elements;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
