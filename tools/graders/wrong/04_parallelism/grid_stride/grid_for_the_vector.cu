// fails: properties: grid_for_the_vector.cu:18: grid-launched(grid-size
//
// A thread for each element, as ever: there is more to start than the device can hold.
#include <lockstep/check.hpp>

#include "04_parallelism/grid_stride.hpp"

#include <algorithm>

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned stride = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += stride)
    c[i] = a[i] + b[i];
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  if (size == 0) return;
  const unsigned blocks = (size + block_size - 1) / block_size;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
