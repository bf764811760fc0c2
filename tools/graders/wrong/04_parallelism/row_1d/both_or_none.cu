// fails: results: both_or_none.cu:10: nobody-writes(c
//
// A thread adds only if both of its elements exist; an element without a partner is lost.
#include <lockstep/check.hpp>

#include "04_parallelism/row_1d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width) {
  const unsigned x = blockIdx.x * (2 * blockDim.x) + threadIdx.x;
  if (x + blockDim.x >= width) return;
  const unsigned i = blockIdx.y * width + x;
  c[i] = a[i] + b[i];
  const unsigned j = i + blockDim.x;
  c[j] = a[j] + b[j];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  unsigned block_size) {
  const unsigned elements = 2 * block_size;  // of a block
  const dim3 grid((width + elements - 1) / elements, height);

  add_elements<<<grid, block_size>>>(a, b, c, width);
  CUDA_CHECK_LAUNCH();
}
