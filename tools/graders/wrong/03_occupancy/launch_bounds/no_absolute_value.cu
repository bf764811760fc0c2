// fails: results: no_absolute_value.cu:18: with-sources(wrong-value(thread-of-block … line(17
//
// Distances to both sides cancel out.
#include "03_occupancy/launch_bounds.hpp"

__global__ void __launch_bounds__(256, 4) spread(const int* data, int* result, unsigned columns) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;

  int sum = 0;
#pragma unroll 8
  for (unsigned i = 0; i < column_length; ++i) sum += data[i * columns + column];

  const int mean = sum / static_cast<int>(column_length);
  int distance = 0;
#pragma unroll 8
  for (unsigned i = 0; i < column_length; ++i) distance += data[i * columns + column] - mean;
  result[column] = distance;
}
