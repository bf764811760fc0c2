#include <cstdio>

constexpr unsigned tiles = 8;

// The tree of a tile in global memory; the sum is in tile[0]. All threads of the block must come.
__device__ void fold(int* tile) {
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) tile[threadIdx.x] += tile[threadIdx.x + stride];
    __syncthreads();
  }
}

// Each thread first adds its element of each of the block's eight tiles, by eight variables.
__global__ void eight_loads(int* data, int* partial) {
  int* tile = data + blockIdx.x * (tiles * blockDim.x);
  int* mine = tile + threadIdx.x;
  const int a1 = mine[0], a2 = mine[blockDim.x], a3 = mine[2 * blockDim.x];
  const int a4 = mine[3 * blockDim.x], b1 = mine[4 * blockDim.x], b2 = mine[5 * blockDim.x];
  const int b3 = mine[6 * blockDim.x], b4 = mine[7 * blockDim.x];
  *mine = a1 + a2 + a3 + a4 + b1 + b2 + b3 + b4;
  __syncthreads();
  fold(tile);
  if (threadIdx.x == 0) partial[blockIdx.x] = tile[0];
}

// The same by a loop over a pointer.
__global__ void pointer_loop(int* data, int* partial) {
  int* tile = data + blockIdx.x * (tiles * blockDim.x);
  const int* next = tile + threadIdx.x;
  int sum = 0;
  for (unsigned k = 0; k < tiles; ++k) {
    sum += *next;
    next += blockDim.x;
  }
  tile[threadIdx.x] = sum;
  __syncthreads();
  fold(tile);
  if (threadIdx.x == 0) partial[blockIdx.x] = tile[0];
}

int main() {
  constexpr unsigned size = 1 << 24, block = 512, blocks = size / block / tiles;
  int *data, *partial;
  cudaMallocManaged(&data, size * sizeof(int));
  cudaMallocManaged(&partial, blocks * sizeof(int));
  for (const auto kernel : {eight_loads, pointer_loop}) {
    for (unsigned i = 0; i < size; ++i) data[i] = 1;
    kernel<<<blocks, block>>>(data, partial);
    cudaDeviceSynchronize();
    unsigned sum = 0;
    for (unsigned b = 0; b < blocks; ++b) sum += partial[b];
    std::printf("sum %s\n", sum == size ? "right" : "wrong");
  }
}
