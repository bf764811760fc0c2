#include <cooperative_groups.h>
#include <lockstep/check.hpp>

#include <algorithm>

#include "04_parallelism/grid_stride.hpp"

namespace cg = cooperative_groups;

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const cg::grid_group grid = cg::this_grid();
  for (unsigned long long i = grid.thread_rank(); i < size; i += grid.size()) c[i] = a[i] + b[i];
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  if (size == 0) return;
  int device = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
  int on_each = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, add_elements,
                                                           static_cast<int>(block_size), 0));
  const int most = on_each * properties.multiProcessorCount;
  const int wanted = static_cast<int>((size - 1) / block_size + 1);
  add_elements<<<std::min(most, wanted), block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
