// fails: checks: allocated-in … line(28
//
// The sum is made in memory of its own, and copied.
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
  int device = 0, processors = 0, blocks_of_one = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  CUDA_CHECK(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_of_one, add_elements, block_size, 0));
  const unsigned resident = processors * blocks_of_one;
  const unsigned needed = (size + block_size - 1) / block_size;
  const unsigned blocks = std::min(resident, needed);

  float* sums = nullptr;
  CUDA_CHECK(cudaMalloc(&sums, size * sizeof(float)));
  add_elements<<<blocks, block_size>>>(a, b, sums, size);
  CUDA_CHECK_LAUNCH();
  CUDA_CHECK(cudaMemcpy(c, sums, size * sizeof(float), cudaMemcpyDeviceToDevice));
}
