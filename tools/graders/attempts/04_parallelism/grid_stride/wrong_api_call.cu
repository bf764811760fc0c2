#include <algorithm>

#include <lockstep/check.hpp>

#include "04_parallelism/grid_stride.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned step = gridDim.x * blockDim.x;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < size) {
    c[i] = a[i] + b[i];
    i += step;
  }
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  if (size == 0) return;

  int resident = 0;  // blocks on the whole device
  int threads = 0;
  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(&resident, &threads, add_elements));
  const unsigned needed = (size + block_size - 1) / block_size;
  const unsigned blocks = std::min(needed, static_cast<unsigned>(resident));

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
