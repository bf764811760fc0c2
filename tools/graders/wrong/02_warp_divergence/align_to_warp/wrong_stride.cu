// fails: results: wrong_stride.cu:12: never-written(result … `, line(8
//
// Lane by 2, without the pair: the elements of a warp reach into the next pair.
#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = thread / 32 * 32 + 2 * (thread % 32) + thread / 32 % 2;

  if (i >= size) return;
  if (i % 2 == 0) {
    result[i] = even_way(data[i], rounds);
  } else {
    result[i] = odd_way(data[i], rounds);
  }
}
