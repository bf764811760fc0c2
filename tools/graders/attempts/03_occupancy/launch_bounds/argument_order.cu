#include "03_occupancy/launch_bounds.hpp"

constexpr unsigned blocks_on_sm = 4;
constexpr unsigned threads_of_block = 256;

__global__ void __launch_bounds__(blocks_on_sm, threads_of_block)
    spread(const int* data, int* result, unsigned columns) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  const int* const top = data + column;

  int sum = 0;
#pragma unroll 8
  for (unsigned i = 0; i < column_length; ++i) sum += top[i * columns];

  const int mean = sum / static_cast<int>(column_length);
  int distance = 0;
#pragma unroll 8
  for (unsigned i = 0; i < column_length; ++i) distance += abs(top[i * columns] - mean);
  result[column] = distance;
}
