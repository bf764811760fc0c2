#include "03_occupancy/launch_bounds.hpp"

__global__ void __launch_bounds__(4, 256) spread(const int* data, int* result, unsigned columns) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  const int* top = data + column;

  int sum = 0;
#pragma unroll 8
  for (unsigned i = 0; i < column_length; ++i) sum += top[i * columns];
  const int mean = sum / static_cast<int>(column_length);

  int distance = 0;
#pragma unroll 8
  for (unsigned i = 0; i < column_length; ++i) distance += abs(top[i * columns] - mean);
  result[column] = distance;
}
