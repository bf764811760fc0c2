#include <cstdio>

constexpr int side = 32;

// A tile of a matrix, transposed by way of shared memory: written by rows and read by columns.
template <int row>  // elements from one row of the tile to the next
__global__ void transpose(const int* in, int* out, int width) {
  __shared__ int tile[side][row];
  const int x = blockIdx.x * side, y = blockIdx.y * side;
  tile[threadIdx.y][threadIdx.x] = in[(y + threadIdx.y) * width + x + threadIdx.x];
  __syncthreads();
  out[(x + threadIdx.y) * width + y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  constexpr int width = 256;
  int *in, *out;
  cudaMallocManaged(&in, width * width * sizeof(int));
  cudaMallocManaged(&out, width * width * sizeof(int));
  for (int i = 0; i < width * width; ++i) in[i] = i;
  const dim3 blocks(width / side, width / side), block(side, side);
  transpose<side><<<blocks, block>>>(in, out, width);
  transpose<side + 1><<<blocks, block>>>(in, out, width);  // a column lies in all 32 banks
  cudaDeviceSynchronize();
  std::printf("%d\n", out[1]);
}
