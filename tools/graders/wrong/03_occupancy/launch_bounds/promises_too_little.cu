// fails: results: promises_too_little.cu:6: not-launched(spread, beyond-launch-bounds
//
// Promises blocks of 128 threads; those of 256 are refused.
#include "03_occupancy/launch_bounds.hpp"

__global__ void __launch_bounds__(128, 8) spread(const int* data, int* result, unsigned columns) {
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
