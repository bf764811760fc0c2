#include <cstdio>

constexpr int bins = 16;

// counts[b] = how many values fall into bin b. Each block counts in shared memory first.
__global__ void histogram(const int* data, int* counts) {
  __shared__ int local[bins];
  if (threadIdx.x < bins) local[threadIdx.x] = 0;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = data[i];
  if (value % 2 == 0) atomicAdd(&local[value % bins], 1);
  __syncthreads();
  if (threadIdx.x < bins) atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

int main() {
  constexpr int size = 1 << 18, block = 256;
  int *data, *counts;
  cudaMallocManaged(&data, size * sizeof(int));
  cudaMallocManaged(&counts, bins * sizeof(int));
  for (int i = 0; i < size; ++i) data[i] = i;
  cudaMemset(counts, 0, bins * sizeof(int));
  histogram<<<size / block, block>>>(data, counts);
  cudaDeviceSynchronize();
  std::printf("%d values in bin 14\n", counts[14]);
}
