#include "03_occupancy/launch_bounds.hpp"

// goes down a column twice, once for the mean and once for the distances
__global__ void __launch_bounds__(256, 4) spread(const int* data, int* result, unsigned columns) {
  const unsigned column = threadIdx.x + blockIdx.x * blockDim.x;
  if (column < columns) {
    int mean = 0;
#pragma unroll 4
    for (unsigned row = 0; row < column_length; ++row) mean += data[row * columns + column];
    mean /= static_cast<int>(column_length);

    int away = 0;
#pragma unroll 4
    for (unsigned row = column_length; row-- > 0;) {
      const int n = data[row * columns + column];
      away += n > mean ? n - mean : mean - n;
    }
    result[column] = away;
  }
}
