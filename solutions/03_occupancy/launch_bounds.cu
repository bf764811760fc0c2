// Solution of 03_occupancy/launch_bounds
//
// 65,536 registers for 4 x 256 threads are 64 for each thread, and the bounds keep the compiler to
// that. 80 numbers do not fit, so it would spill many of them: store them to local memory and load
// them again. But they are in memory already. Loading a number a second time costs what loading a
// spilled one costs, and saves the store.
//
// With `#pragma unroll 8`, eight loads are in flight at a time, and there are enough registers for
// them. If the loops were unrolled completely, the compiler might notice that both load the same
// numbers, and keep them after all.
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
  for (unsigned i = 0; i < column_length; ++i) distance += abs(data[i * columns + column] - mean);
  result[column] = distance;
}
