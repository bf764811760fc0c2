// Exercise 04_parallelism/grid_stride: right for any grid
#include <lockstep/check.hpp>

#include <algorithm>

#include "04_parallelism/grid_stride.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < size) {
    c[i] = a[i] + b[i];
    i += blockDim.x * gridDim.x;
  }
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  cudaDeviceProp properties{};
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  int per_sm = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, add_elements,
                                                           static_cast<int>(block_size), 0));
  const unsigned most = properties.multiProcessorCount * per_sm;
  const unsigned blocks = std::min(most, (size + block_size - 1) / block_size);

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
