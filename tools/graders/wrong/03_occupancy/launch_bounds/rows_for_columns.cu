// fails: results: rows_for_columns.cu:19: with-sources(wrong-value(thread-of-block
//
// Takes 80 neighbours for a column.
#include "03_occupancy/launch_bounds.hpp"

__global__ void __launch_bounds__(256, 4) spread(const int* data, int* result, unsigned columns) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;

  int sum = 0;
#pragma unroll 8
  for (unsigned i = 0; i < column_length; ++i) sum += data[column * column_length + i];

  const int mean = sum / static_cast<int>(column_length);
  int distance = 0;
#pragma unroll 8
  for (unsigned i = 0; i < column_length; ++i)
    distance += abs(data[column * column_length + i] - mean);
  result[column] = distance;
}
