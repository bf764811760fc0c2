// fails: checks: no_guard.cu:11: of-kernel-does(spread, accesses-element(reads
//
// Threads without a column go on.
#include "03_occupancy/launch_bounds.hpp"

__global__ void __launch_bounds__(256, 4) spread(const int* data, int* result, unsigned columns) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;

  int sum = 0;
#pragma unroll 8
  for (unsigned i = 0; i < column_length; ++i) sum += data[i * columns + column];

  const int mean = sum / static_cast<int>(column_length);
  int distance = 0;
#pragma unroll 8
  for (unsigned i = 0; i < column_length; ++i) distance += abs(data[i * columns + column] - mean);
  result[column] = distance;
}
