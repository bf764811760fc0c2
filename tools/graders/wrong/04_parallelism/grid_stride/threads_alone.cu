// fails: properties: threads_alone.cu:26: grid-launched … lines-to-blame(lines(22 and 23
//
// An SM has room for 2048 threads; that it has room for 32 blocks only is forgotten.
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
      cudaDeviceGetAttribute(&blocks_of_one, cudaDevAttrMaxThreadsPerMultiProcessor, device));
  blocks_of_one /= static_cast<int>(block_size);
  const unsigned resident = processors * blocks_of_one;
  const unsigned needed = (size + block_size - 1) / block_size;
  const unsigned blocks = std::min(resident, needed);

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
