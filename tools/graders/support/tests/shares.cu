// A kernel whose threads share the work or do not. In a file of its own: experiments try changes to
// all kernels of a file.
#include "kernels.hpp"

__global__ void copies_for_show(const int* from, int* to, int way) {
  __shared__ int tile[512];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; way == 0 && i < 512; i += blockDim.x) to[i] = from[i];
  for (unsigned i = t; way == 1 && i < 512; i += blockDim.x)
    to[i] = atomicAdd(const_cast<int*>(from) + i, 0);
  for (unsigned i = 0; way == 2 && t == 0 && i < 512; ++i) to[i] = from[i];
  if (way != 3) return;
  for (unsigned i = t; i < 512; i += blockDim.x) tile[i] = from[i];
  __syncthreads();
  for (unsigned i = 0; t == 0 && i < 512; ++i) tile[i] += i;
  __syncthreads();
  for (unsigned i = t; i < 512; i += blockDim.x) to[i] = tile[i];
}
