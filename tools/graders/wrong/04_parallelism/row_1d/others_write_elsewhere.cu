// fails: properties: block size = 32: measured(bytes of memory that one thread accesses
//
// The first block adds everything. All others store a number that nobody needs.
#include "04_parallelism/row_1d.hpp"

#include <lockstep/check.hpp>

__device__ float elsewhere[1 << 20];

__global__ void add(const float* a, const float* b, float* c, unsigned all) {
  const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  if (block > 0) {
    elsewhere[(block * blockDim.x + threadIdx.x) % (1 << 20)] = 1;
    return;
  }
  for (unsigned i = threadIdx.x; i < all; i += blockDim.x) c[i] = a[i] + b[i];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  unsigned block_size) {
  const dim3 grid((width + 2 * block_size - 1) / (2 * block_size), height);
  add<<<grid, block_size>>>(a, b, c, width * height);
  CUDA_CHECK_LAUNCH();
}
