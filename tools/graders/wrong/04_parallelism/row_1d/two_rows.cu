// fails: properties: two_rows.cu:19: grid-launched(grid-size
//
// Two elements of a column in place of two of a row.
#include <lockstep/check.hpp>

#include "04_parallelism/row_1d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width,
                             unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = 2 * blockIdx.y, i = y * width + x;
  if (x < width) c[i] = a[i] + b[i];
  if (x < width && y + 1 < height) c[i + width] = a[i + width] + b[i + width];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  unsigned block_size) {
  const unsigned elements = block_size;
  const dim3 grid((width + elements - 1) / elements, (height + 1) / 2);

  add_elements<<<grid, block_size>>>(a, b, c, width, height);
  CUDA_CHECK_LAUNCH();
}
