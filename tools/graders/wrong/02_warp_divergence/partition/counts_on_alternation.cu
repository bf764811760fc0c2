// fails: results: nobody-reads(kind)
//
// It is the answer for kinds that alternate; here the data say which kind an element is.
#include "02_warp_divergence/partition.hpp"

constexpr unsigned block_size = 256;

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  const unsigned t = blockIdx.x * block_size + threadIdx.x;
  const unsigned i = t / 64 * 64 + 2 * (t % 32) + t / 32 % 2;
  if (i >= size) return;
  if (i % 2 == 0) {
    result[i] = way_of_kind_0(data[i], rounds);
  } else {
    result[i] = way_of_kind_1(data[i], rounds);
  }
}
