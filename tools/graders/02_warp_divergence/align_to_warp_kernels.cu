#include "align_to_warp_kernels.hpp"

#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble_as_given(const unsigned* data, unsigned* result, unsigned size,
                                  unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  if (i % 2 == 0) {
    result[i] = even_way(data[i], rounds);
  } else {
    result[i] = odd_way(data[i], rounds);
  }
}
