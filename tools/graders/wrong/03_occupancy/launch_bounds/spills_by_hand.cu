// fails: properties: spills_by_hand.cu:14: columns = 1: measured(bytes stored to global memory
//
// The numbers are kept in an array in global memory, which is what the compiler does when it
// spills.
#include "03_occupancy/launch_bounds.hpp"

__device__ volatile int kept[column_length * 65536];

__global__ void __launch_bounds__(256, 4) spread(const int* data, int* result, unsigned columns) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  int sum = 0;
  for (unsigned i = 0; i < column_length; ++i) {
    const int value = data[i * columns + column];
    kept[i * 65536 + column % 65536] = value;
    sum += value;
  }
  const int mean = sum / static_cast<int>(column_length);
  int distance = 0;
  for (unsigned i = 0; i < column_length; ++i)
    distance += abs(kept[i * 65536 + column % 65536] - mean);
  result[column] = distance;
}
