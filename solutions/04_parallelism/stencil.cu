// Solution of 04_parallelism/stencil
//
// Neighbouring threads need almost the same elements, so they bring them to shared memory together:
// blockDim.x of their own and `radius` on either side, each loaded once. Word t of the tile is
// element t - radius of the block, so thread t adds words t to t + 2 * radius. Another thread,
// often of another warp, loads the words of the halo: hence the barrier. Threads without an element
// have to reach it, too, and may have to load a part of the halo as well.
#include "04_parallelism/stencil.hpp"

constexpr unsigned largest_block = 1024;

__global__ void sum_neighbours(const int* data, int* result, unsigned size) {
  __shared__ int tile[largest_block + 2 * radius];
  const unsigned t = threadIdx.x;
  const unsigned first = blockIdx.x * blockDim.x;  // element of the block
  const unsigned i = first + t;

  tile[radius + t] = i < size ? data[i] : 0;
  if (t < radius) {
    tile[t] = i >= radius ? data[i - radius] : 0;
    const unsigned behind = first + blockDim.x + t;
    tile[radius + blockDim.x + t] = behind < size ? data[behind] : 0;
  }
  __syncthreads();

  if (i >= size) return;
  int sum = 0;
  for (unsigned k = 0; k <= 2 * radius; ++k) sum += tile[t + k];
  result[i] = sum;
}
