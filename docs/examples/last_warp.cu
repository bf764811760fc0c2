#include <cstdio>

// WRONG ON PURPOSE: one warp adds 64 words, as older books do it. No lane waits for another.
__global__ void fold(volatile int* tile) {
  const unsigned t = threadIdx.x;
  tile[t] += tile[t + 32];
  tile[t] += tile[t + 16];
  tile[t] += tile[t + 8];
  tile[t] += tile[t + 4];
  tile[t] += tile[t + 2];
  tile[t] += tile[t + 1];
}

int main() {
  int* tile;
  cudaMallocManaged(&tile, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) tile[i] = 1;
  fold<<<1, 32>>>(tile);
  cudaDeviceSynchronize();
  std::printf("sum of 64 ones: %d\n", tile[0]);
}
