// Exercise 03_occupancy/launch_bounds: four blocks on an SM, by promise
//
// Each thread sums how far the 80 numbers of a column are from their mean. The mean is known when
// all have been seen, so the kernel keeps them, in registers: about 96 per thread, and two blocks
// of 256 threads fill the registers of an SM. Make it four.
//
// 1. Tell the compiler: promise with __launch_bounds__ how large the blocks will be and ask for
//    four of them. Then look again: what does not find a register goes to local memory, is stored
//    there and loaded again. (./lockstep verify says how much; so does nvcc -Xptxas -v.)
// 2. Change the kernel so that it has no need of so many registers at once: nothing may be spilled.
//
// What is checked: the results, for ragged numbers of columns; that `data` stays as it is and
// nothing outside of it is read; that four blocks fit on an SM; that nothing is spilled: a thread
// has no more than 32 bytes of local memory, which a printf may take; that the kernel promises
// blocks of at most 256 threads. (Registers are those of the machine code that nvcc makes, for the
// GPU at hand or for Hopper.)
//
// The parameters are described beside this file, in launch_bounds.hpp.
#include "03_occupancy/launch_bounds.hpp"

__global__ void spread(const int* data, int* result, unsigned columns) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;

  int sum = 0;
#pragma unroll 8
  for (unsigned i = 0; i < column_length; ++i) sum += data[i * columns + column];

  const int mean = sum / static_cast<int>(column_length);
  int distance = 0;
#pragma unroll 8
  for (unsigned i = 0; i < column_length; ++i) distance += abs(data[i * columns + column] - mean);
  result[column] = distance;
}
