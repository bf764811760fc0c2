#include "warp_count_kernels.hpp"

__global__ void all_the_same(unsigned* out) {
  const unsigned i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  out[i] = i;
}
