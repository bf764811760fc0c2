// fails: properties: neighbours.cu:10: lanes-apart … lines-to-blame(lines(9
//
// Two neighbours for each thread: each load uses every other element.
#include <lockstep/check.hpp>

#include "04_parallelism/row_1d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width) {
  const unsigned x = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  const unsigned i = blockIdx.y * width + x;
  if (x < width) c[i] = a[i] + b[i];
  if (x + 1 < width) c[i + 1] = a[i + 1] + b[i + 1];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  unsigned block_size) {
  const unsigned elements = 2 * block_size;  // of a block
  const dim3 grid((width + elements - 1) / elements, height);

  add_elements<<<grid, block_size>>>(a, b, c, width);
  CUDA_CHECK_LAUNCH();
}
