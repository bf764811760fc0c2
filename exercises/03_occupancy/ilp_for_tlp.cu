// 03_occupancy/ilp_for_tlp: the same bandwidth with a quarter of the threads
// Task       Let a thread load all of its elements before it stores its first result.
// Given      The launch has a thread for every four elements. A thread handles them one by one: it
//            stores each result before it loads the next element. The compiler must not swap the
//            two, because the store could change that element. So each thread has only 4 bytes in
//            flight, not 16.
// Done when  the results are right for any size and any block; each thread loads all of its
//            elements, up to four, before its first store; a warp makes one request for 32
//            elements, and at least 80 % of the bytes moved are used; the threads share the work;
//            data is unchanged, and no check finds anything.
// Interface  __global__ void advance(const int* data, int* result, unsigned size);
#include "03_occupancy/ilp_for_tlp.hpp"

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;

  // TODO (9 lines): load the four elements of this thread into registers, each if it exists; then
  // compute and store the four results.
  for (unsigned i = thread; i < size; i += threads) result[i] = 3 * data[i] + 1;
}
