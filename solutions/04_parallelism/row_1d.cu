// Solution of 04_parallelism/row_1d
//
// A block takes 2 * blockDim.x columns. Its thread t takes the columns t and t + blockDim.x of
// those. So in each load, and in each store, neighbouring lanes use neighbouring elements. (With
// columns 2 * t and 2 * t + 1, each load would use every other element of its sectors.) Each column
// has its own condition, because the first may exist when the second does not. A column beyond the
// end of the row is an element of the next row, which has blocks of its own.
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
  const unsigned elements = 2 * block_size;  // of a block
  const dim3 grid((width + elements - 1) / elements, height);

  add_elements<<<grid, block_size>>>(a, b, c, width);
  CUDA_CHECK_LAUNCH();
}
