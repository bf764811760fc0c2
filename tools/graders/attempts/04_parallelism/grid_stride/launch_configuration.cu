#include <lockstep/check.hpp>

#include <algorithm>

#include "04_parallelism/grid_stride.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned stride = blockDim.x * gridDim.x;
  unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  while (i < size) {
    c[i] = a[i] + b[i];
    i += stride;
  }
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  if (size == 0) return;

  int full_grid = 0, threads = 0;
  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(&full_grid, &threads, add_elements));
  const unsigned needed = (size + block_size - 1) / block_size;
  const unsigned blocks = std::min(needed, static_cast<unsigned>(full_grid));

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
