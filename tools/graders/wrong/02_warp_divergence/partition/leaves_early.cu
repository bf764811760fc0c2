// fails: results: leaves_early.cu:16: of-kernel-does(scramble, never-reached(threads … left-at(14
//
// Threads without an element leave; but the list has work for threads at both ends.
#include "02_warp_divergence/partition.hpp"

constexpr unsigned block_size = 256;

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned order[block_size];
  __shared__ unsigned count[2];
  const unsigned t = threadIdx.x;
  const unsigned first = blockIdx.x * block_size;
  if (first + t >= size) return;
  if (t < 2) count[t] = 0;
  __syncthreads();

  if (first + t < size) {
    const unsigned k = kind[first + t];
    const unsigned place = atomicAdd(&count[k], 1);
    order[k == 0 ? place : block_size - 1 - place] = t;
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
