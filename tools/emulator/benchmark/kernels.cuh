// The kernels whose speed on the emulator is measured: sums of blocks, from the most divergent to
// the leanest. They are those of the course's reductions, without what the lessons add.
#pragma once

// Neighbouring pairs, twice as far apart in each round: every warp diverges.
__global__ void neighbored(int* data, int* partial, unsigned size) {
  const unsigned t = threadIdx.x;
  int* tile = data + blockIdx.x * blockDim.x;
  if (blockIdx.x * blockDim.x + t >= size) return;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

__device__ inline void sum_halves(int* tile) {
  const unsigned t = threadIdx.x;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
}

// Halves of the tile: whole warps work or rest.
__global__ void interleaved(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x;
  if (blockIdx.x * blockDim.x + threadIdx.x >= size) return;
  sum_halves(tile);
  if (threadIdx.x == 0) partial[blockIdx.x] = tile[0];
}

// Eight tiles a block, added on the way in.
__global__ void unroll_8(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x * 8;
  const unsigned i = blockIdx.x * blockDim.x * 8 + threadIdx.x;
  if (i + 7 * blockDim.x < size) {
    int sum = 0;
#pragma unroll
    for (unsigned part = 0; part < 8; ++part) sum += data[i + part * blockDim.x];
    data[i] = sum;
  }
  __syncthreads();
  sum_halves(tile);
  if (threadIdx.x == 0) partial[blockIdx.x] = tile[0];
}

__device__ inline int warp_sum(int value) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_xor_sync(0xffffffffu, value, distance);
  return value;
}

// Warp shuffles, one value a warp in shared memory.
__global__ void shuffle(int* data, int* partial, unsigned size) {
  __shared__ int of_warp[32];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int sum = warp_sum(i < size ? data[i] : 0);
  if (lane == 0) of_warp[warp] = sum;
  __syncthreads();
  if (warp != 0) return;
  const int total = warp_sum(lane < blockDim.x / 32 ? of_warp[lane] : 0);
  if (lane == 0) partial[blockIdx.x] = total;
}
