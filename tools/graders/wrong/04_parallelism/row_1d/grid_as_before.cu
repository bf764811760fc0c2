// fails: properties: grid_as_before.cu:19: grid-launched(grid-size … line(18
//
// Two elements a thread, but as many blocks as before: half of them find nothing.
#include <lockstep/check.hpp>

#include "04_parallelism/row_1d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width) {
  const unsigned x = blockIdx.x * (2 * blockDim.x) + threadIdx.x;
  const unsigned i = blockIdx.y * width + x;
  if (x < width) c[i] = a[i] + b[i];
  const unsigned j = i + blockDim.x;
  if (x + blockDim.x < width) c[j] = a[j] + b[j];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  unsigned block_size) {
  const unsigned elements = block_size;
  const dim3 grid((width + elements - 1) / elements, height);

  add_elements<<<grid, block_size>>>(a, b, c, width);
  CUDA_CHECK_LAUNCH();
}
