// fails: results: squares.cu:20: with-sources(wrong-value(thread-of-block … line(19
//
// Sum of squares and square of the sum, in one loop: another measure of spread, and too large for
// an int.
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
  for (unsigned i = 0; i < column_length; ++i)
    distance += (data[i * columns + column] - mean) * (data[i * columns + column] - mean);
  result[column] = distance;
}
