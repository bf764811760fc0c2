// fails: checks: off_by_one.cu:27: … unwritten-shared
//
// The last place is block_size - 1: this list begins one behind its end.
#include "02_warp_divergence/partition.hpp"

constexpr unsigned block_size = 256;

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned order[block_size];
  __shared__ unsigned count[2];
  const unsigned t = threadIdx.x;
  const unsigned first = blockIdx.x * block_size;
  if (t < 2) count[t] = 0;
  __syncthreads();

  if (first + t < size) {
    const unsigned k = kind[first + t];
    const unsigned place = atomicAdd(&count[k], 1);
    order[k == 0 ? place : block_size - place] = t;
  }
  __syncthreads();

  const bool kind_0 = t < count[0];
  const bool kind_1 = t >= block_size - count[1];
  if (!kind_0 && !kind_1) return;
  const unsigned i = first + order[t];
  if (kind_0) {
    result[i] = way_of_kind_0(data[i], rounds);
  } else {
    result[i] = way_of_kind_1(data[i], rounds);
  }
}
