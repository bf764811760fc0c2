#include <cstdio>

// The first block hands a value on. The others look at the flag, but do not wait for it.
__global__ void hand_over(int* value, int* is_there, int* taken) {
  if (blockIdx.x == 0) {
    *value = 42;
    __threadfence();
    atomicExch(is_there, 1);
  } else {
    const int seen = atomicAdd(is_there, 0);
    __threadfence();
    taken[blockIdx.x] = *value + seen;
  }
}

int main() {
  constexpr int blocks = 4;
  int *data, taken[blocks] = {};
  cudaMalloc(&data, (2 + blocks) * sizeof(int));
  cudaMemset(data, 0, (2 + blocks) * sizeof(int));
  hand_over<<<blocks, 1>>>(data, data + 1, data + 2);
  cudaMemcpy(taken, data + 2, sizeof taken, cudaMemcpyDeviceToHost);
  std::printf("taken: %d %d %d\n", taken[1], taken[2], taken[3]);
  cudaFree(data);
}
