// fails: properties: only_the_bounds.cu:6: of-kernel(spread, missed … local-array-in(line(10
//
// Only the bounds: a third of the numbers is spilled.
#include "03_occupancy/launch_bounds.hpp"

__global__ void __launch_bounds__(256, 4) spread(const int* data, int* result, unsigned columns) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;

  int number[column_length];
  int sum = 0;
#pragma unroll
  for (unsigned i = 0; i < column_length; ++i) {
    number[i] = data[i * columns + column];
    sum += number[i];
  }

  const int mean = sum / static_cast<int>(column_length);
  int distance = 0;
#pragma unroll
  for (unsigned i = 0; i < column_length; ++i) distance += abs(number[i] - mean);
  result[column] = distance;
}
