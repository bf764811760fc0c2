// 03_occupancy/ilp_for_tlp: the same bandwidth with a quarter of the threads
// Task       Let a thread load all of its elements before it stores its first result.
// Given      The launch has a thread for every four elements. A thread handles them one by one: it
//            stores each result before it loads the next element. The compiler may not swap the
//            two, because the store could change that element. So each thread has only 4 bytes in
//            flight, not 16.
// Done when  the results are right for any size and any block; each thread loads all of its
//            elements, up to four, before its first store; a warp makes one request for 32
//            elements, and at least 80 % of the bytes moved are used; data is unchanged, and no
//            check finds anything.
// Interface  __global__ void advance(const int* data, int* result, unsigned size);
#include "03_occupancy/ilp_for_tlp.hpp"

constexpr int each = 4;

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned step = gridDim.x * blockDim.x;
  const unsigned begin = blockIdx.x * blockDim.x + threadIdx.x;

  int x[each];
#pragma unroll
  for (int k = 0; k < each; ++k) x[k] = begin + k * step < size ? data[begin + k * step] : 0;

#pragma unroll
  for (int k = 0; k < each; ++k) {
    if (begin + k * step < size) result[begin + k * step] = 3 * x[k] + 1;
  }
}
