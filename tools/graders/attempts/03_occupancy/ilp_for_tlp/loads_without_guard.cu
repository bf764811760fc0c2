// Exercise 03_occupancy/ilp_for_tlp: as many bytes under way with a quarter of the threads
//
// With a thread for each element, all loads of a warp slot are one load. Here the launch has a
// quarter of the threads, and each does four elements, or fewer in the last ones. But it does them
// one after the other: a result is stored before the next element is loaded, and the compiler may
// not change that, because the store could have changed the next element. So a thread has 4 bytes
// under way, a quarter of the threads a quarter of the bytes, and by Little's law that is as much
// as the bandwidth falls.
//
// Let a thread load all of its elements before it stores a result. Then 16 bytes of each thread are
// under way, and the memory is as busy as with four times the threads.
//
// What is checked: the results, for ragged sizes and various blocks; that `data` stays as it is and
// nothing outside of it is read; that the order is right: a thread is made to store on its own
// elements, which shows whether it had loaded them; that a warp makes one request for 32 elements,
// and loads and stores use most of what they move.
//
// The parameters are described beside this file, in ilp_for_tlp.hpp.
#include "03_occupancy/ilp_for_tlp.hpp"

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;

  int a[4];
#pragma unroll
  for (int k = 0; k < 4; k++) a[k] = data[thread + k * threads];
#pragma unroll
  for (int k = 0; k < 4; k++)
    if (thread + k * threads < size) result[thread + k * threads] = 3 * a[k] + 1;
}
