// 04_parallelism/grid_stride: right for any grid
#include <lockstep/check.hpp>

#include <algorithm>

#include "04_parallelism/grid_stride.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned stride = blockDim.x * gridDim.x;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < size) {
    c[i] = a[i] + b[i];
    i += stride;
  }
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  if (size == 0) return;

  int resident = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, add_elements,
                                                           static_cast<int>(block_size), 0));
  const unsigned needed = (size - 1) / block_size + 1;
  const unsigned blocks = std::min(needed, static_cast<unsigned>(resident));
  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
