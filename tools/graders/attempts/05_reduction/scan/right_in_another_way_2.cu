// 05_reduction/scan, with two tiles by turns: one to read, one to write
#include "05_reduction/scan.hpp"

constexpr unsigned largest_block = 1024;

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int storage[2 * largest_block];
  int* now = storage;
  int* next = storage + largest_block;

  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  int mine = i < size ? data[i] : 0;
  now[t] = mine;
  __syncthreads();

  for (unsigned d = 1; d < blockDim.x; d += d) {
    if (d <= t) mine += now[t - d];
    next[t] = mine;
    __syncthreads();  // one is enough: nobody writes what others still read
    int* const done = now;
    now = next;
    next = done;
  }

  if (i < size) result[i] = mine;
}
