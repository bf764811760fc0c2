// Exercise 02_warp_divergence/partition
#include "02_warp_divergence/partition.hpp"

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned order[256];
  __shared__ unsigned front;  // next free place for kind 0, from the left
  __shared__ unsigned back;   // one behind the next free place for kind 1, from the right
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (threadIdx.x == 0) {
    front = 0;
    back = 256;
  }
  __syncthreads();

  if (i < size) {
    const unsigned place = kind[i] == 0 ? atomicAdd(&front, 1) : atomicSub(&back, 1) - 1;
    order[place] = i;
  }
  __syncthreads();

  if (i >= size) return;
  const unsigned mine = order[threadIdx.x];
  if (threadIdx.x < front) {
    result[mine] = way_of_kind_0(data[mine], rounds);
  } else {
    result[mine] = way_of_kind_1(data[mine], rounds);
  }
}
