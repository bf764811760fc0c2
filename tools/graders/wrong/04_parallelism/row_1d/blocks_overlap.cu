// fails: results: blocks_overlap.cu:12: written-often-others-never(and-more-elements … line(10
//
// Blocks still begin blockDim.x elements apart: half of the row is added twice, the other half by
// no one.
#include <lockstep/check.hpp>

#include "04_parallelism/row_1d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = blockIdx.y * width + x;
  if (x < width) c[i] = a[i] + b[i];
  const unsigned j = i + blockDim.x;
  if (x + blockDim.x < width) c[j] = a[j] + b[j];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  unsigned block_size) {
  const unsigned elements = 2 * block_size;  // of a block
  const dim3 grid((width + elements - 1) / elements, height);

  add_elements<<<grid, block_size>>>(a, b, c, width);
  CUDA_CHECK_LAUNCH();
}
