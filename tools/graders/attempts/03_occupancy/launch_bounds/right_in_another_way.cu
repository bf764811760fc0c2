// 03_occupancy/launch_bounds: four blocks on an SM, and nothing spilled
// Task       Make four blocks of 256 threads fit on an SM. First ask the compiler for it, with
//            __launch_bounds__, and look at what it spills. Then change the kernel so that it needs
//            fewer registers at once.
// Given      Each thread sums how far the 80 numbers of a column are from their mean. It keeps all
//            80 in registers until it knows the mean. That takes about 96 registers, so only two
//            blocks fit on an SM.
// Done when  the sums are right for any number of columns; the kernel promises at most 256 threads;
//            four blocks fit; a thread has at most 32 bytes of local memory (./lockstep verify
//            shows both, nvcc -Xptxas -v too); data is unchanged, and no check finds anything.
// Interface  __global__ void spread(const int* data, int* result, unsigned columns);
#include "03_occupancy/launch_bounds.hpp"

constexpr int length = column_length;

__global__ void __launch_bounds__(256, 4)
    spread(const int* data, int* result, unsigned columns) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;

  int sum = 0;
  const int* number = data + column;
#pragma unroll 4
  for (int i = 0; i < length; ++i, number += columns) sum += *number;
  const int mean = sum / length;

  int distance = 0;
  number = data + column;
#pragma unroll 4
  for (int i = 0; i < length; ++i, number += columns) {
    const int d = *number - mean;
    distance += d < 0 ? -d : d;
  }
  result[column] = distance;
}
