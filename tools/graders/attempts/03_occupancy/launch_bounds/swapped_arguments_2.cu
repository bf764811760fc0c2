// 03_occupancy/launch_bounds
#include "03_occupancy/launch_bounds.hpp"

// Four blocks on an SM, 256 threads in each.
__global__ void __launch_bounds__(4, 256) spread(const int* data, int* result, unsigned columns) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;

  // First walk down the column: the mean.
  const int* p = data + column;
  int total = 0;
#pragma unroll 8
  for (unsigned row = 0; row < column_length; ++row, p += columns) total += *p;
  const int mean = total / int(column_length);

  // Second walk: the distances. The numbers come from the cache this time.
  p = data + column;
  int distance = 0;
#pragma unroll 8
  for (unsigned row = 0; row < column_length; ++row, p += columns) {
    const int d = *p - mean;
    distance += d < 0 ? -d : d;
  }
  result[column] = distance;
}
