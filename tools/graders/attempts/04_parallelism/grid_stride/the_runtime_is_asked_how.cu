#include <lockstep/check.hpp>

#include "04_parallelism/grid_stride.hpp"

#include <algorithm>

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned all = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += all) c[i] = a[i] + b[i];
}

// How many blocks of the kernel the whole device holds.
static unsigned resident_blocks() {
  int device = 0;
  CUDA_CHECK(cudaGetDevice(&device));

  int multiprocessors = 0;
  CUDA_CHECK(
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));

  int on_each = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, add_elements, 256, 0));

  return static_cast<unsigned>(multiprocessors) * static_cast<unsigned>(on_each);
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  if (size == 0) return;
  const unsigned with_elements = size / block_size + (size % block_size > 0 ? 1 : 0);
  const unsigned blocks = std::min(with_elements, resident_blocks());

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
