// Solution of 05_reduction/transpose
//
// The block as a whole changes places: block (bx, by) stores the tile that lies at (by, bx) in
// `out`. Within it, threadIdx.x runs along a row both times, so a warp loads 32 neighbours and
// stores 32 neighbours. The turn happens in shared memory, where a warp stores a row of the tile
// and loads a column. Rows of 32 words would put a column into one bank; with rows of 33 words,
// word (r, c) lies in bank (33 * r + c) % 32 = (r + c) % 32, and the lanes of a column have 32
// banks.
#include "05_reduction/transpose.hpp"

__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  __shared__ int tile[32][33];  // 33: the words of a column lie in 32 different banks
  const unsigned x = blockIdx.x * 32 + threadIdx.x;
  const unsigned y = blockIdx.y * 32 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();

  const unsigned column = blockIdx.y * 32 + threadIdx.x;
  const unsigned row = blockIdx.x * 32 + threadIdx.y;
  if (column < height && row < width) out[row * height + column] = tile[threadIdx.x][threadIdx.y];
}
