#include "05_reduction/transpose.hpp"

// No padding: the word of column c in row r lies at c ^ r. In a row this only changes the order of
// the banks, and in a column all rows have another bank, too.
__device__ unsigned word(unsigned row, unsigned column) { return row * 32 + (column ^ row); }

__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  __shared__ int tile[32 * 32];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned left = blockIdx.x * 32, top = blockIdx.y * 32;

  if (left + tx < width && top + ty < height)
    tile[word(ty, tx)] = in[(top + ty) * width + left + tx];
  __syncthreads();
  if (top + tx < height && left + ty < width)
    out[(left + ty) * height + top + tx] = tile[word(tx, ty)];
}
