#include "03_occupancy/launch_bounds.hpp"

// 65536 registers / (4 * 256 threads) = 64 for each thread.
__global__ void __launch_bounds__(256, 4)
    spread(const int* data, int* result, unsigned columns) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  const int* top = data + column;
  static_assert(column_length % 4 == 0);

  int s[4] = {};
#pragma unroll 1
  for (unsigned i = 0; i < column_length; i += 4)
    for (unsigned k = 0; k < 4; ++k) s[k] += top[(i + k) * columns];
  const int mean = (s[0] + s[1] + s[2] + s[3]) / int(column_length);

  int d[4] = {};
#pragma unroll 1
  for (unsigned i = 0; i < column_length; i += 4)
    for (unsigned k = 0; k < 4; ++k) {
      const int x = top[(i + k) * columns];
      d[k] += x > mean ? x - mean : mean - x;
    }
  result[column] = d[0] + d[1] + d[2] + d[3];
}
