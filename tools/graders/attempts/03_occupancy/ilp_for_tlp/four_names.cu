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

  const unsigned i0 = thread, i1 = i0 + threads, i2 = i1 + threads, i3 = i2 + threads;
  const int x0 = i0 < size ? data[i0] : 0;
  const int x1 = i1 < size ? data[i1] : 0;
  const int x2 = i2 < size ? data[i2] : 0;
  const int x3 = i3 < size ? data[i3] : 0;
  if (i3 < size) result[i3] = 1 + 3 * x3;
  if (i2 < size) result[i2] = 1 + 3 * x2;
  if (i1 < size) result[i1] = 1 + 3 * x1;
  if (i0 < size) result[i0] = 1 + 3 * x0;
}
