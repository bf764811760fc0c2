// 05_reduction/transpose
#include "05_reduction/transpose.hpp"

constexpr unsigned T = 32;

__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  __shared__ int tile[T][T + 1];  // one word more in a row, so a column lies in 32 banks

  const unsigned tx = threadIdx.x, ty = threadIdx.y;

  // read: a row of `in` for each warp
  unsigned col = blockIdx.x * T + tx;
  unsigned row = blockIdx.y * T + ty;
  if (row < height && col < width) tile[ty][tx] = in[row * width + col];
  __syncthreads();

  // write: a row of `out` for each warp. Blocks change places, too.
  col = blockIdx.y * T + tx;
  row = blockIdx.x * T + ty;
  if (row < width && col < height) out[row * width + col] = tile[tx][ty];
}
