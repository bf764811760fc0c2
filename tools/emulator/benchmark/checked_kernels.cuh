// The kernels for which the price of the checks is measured: those that look at memory most, in the
// ways that programs do it. Each adds up ones, or multiplies by them, so that results are known.
#pragma once

namespace checked {

constexpr unsigned block_size = 256;

__global__ void vector_sum(const float* a, const float* b, float* c, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) c[i] = a[i] + b[i];
}

// A tree in shared memory, one value a thread. Neighbouring pairs: every warp diverges.
__global__ void reduce_neighbored(const float* data, float* partial) {
  __shared__ float tile[block_size];
  const unsigned t = threadIdx.x;
  tile[t] = data[blockIdx.x * block_size + t];
  __syncthreads();
  for (unsigned stride = 1; stride < block_size; stride *= 2) {
    if (t % (2 * stride) == 0) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// The threads that work are the first ones, their elements `stride` apart: bank conflicts.
__global__ void reduce_strided(const float* data, float* partial) {
  __shared__ float tile[block_size];
  const unsigned t = threadIdx.x;
  tile[t] = data[blockIdx.x * block_size + t];
  __syncthreads();
  for (unsigned stride = 1; stride < block_size; stride *= 2) {
    const unsigned i = 2 * stride * t;
    if (i < block_size) tile[i] += tile[i + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// Halves of the tile: whole warps work or rest.
__global__ void reduce_interleaved(const float* data, float* partial) {
  __shared__ float tile[block_size];
  const unsigned t = threadIdx.x;
  tile[t] = data[blockIdx.x * block_size + t];
  __syncthreads();
  for (unsigned stride = block_size / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// The last warp by itself, with barriers of the warp.
__global__ void reduce_last_warp(const float* data, float* partial) {
  __shared__ float tile[block_size];
  const unsigned t = threadIdx.x;
  tile[t] = data[blockIdx.x * block_size + t];
  __syncthreads();
  for (unsigned stride = block_size / 2; stride > 16; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t >= 32) return;
  for (unsigned stride = 16; stride > 0; stride /= 2) {
    const float other = tile[t + stride];
    __syncwarp();
    tile[t] += other;
    __syncwarp();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// As books have it: the last warp counts on running in step, and on volatile.
__global__ void reduce_volatile(const float* data, float* partial) {
  __shared__ float tile[block_size];
  const unsigned t = threadIdx.x;
  tile[t] = data[blockIdx.x * block_size + t];
  __syncthreads();
  for (unsigned stride = block_size / 2; stride > 32; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t >= 32) return;
  volatile float* const v = tile;
  v[t] += v[t + 32];
  v[t] += v[t + 16];
  v[t] += v[t + 8];
  v[t] += v[t + 4];
  v[t] += v[t + 2];
  v[t] += v[t + 1];
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// Square matrices, a tile of each in shared memory.
template <unsigned Tile>
__global__ void multiply(const float* a, const float* b, float* c, unsigned size) {
  __shared__ float of_a[Tile][Tile], of_b[Tile][Tile];
  const unsigned row = blockIdx.y * Tile + threadIdx.y, column = blockIdx.x * Tile + threadIdx.x;
  float sum = 0;
  for (unsigned from = 0; from < size; from += Tile) {
    of_a[threadIdx.y][threadIdx.x] = a[row * size + from + threadIdx.x];
    of_b[threadIdx.y][threadIdx.x] = b[(from + threadIdx.y) * size + column];
    __syncthreads();
    for (unsigned k = 0; k < Tile; ++k) sum += of_a[threadIdx.y][k] * of_b[k][threadIdx.x];
    __syncthreads();
  }
  c[row * size + column] = sum;
}

// Through a padded tile.
__global__ void transpose(const float* from, float* to, unsigned size) {
  __shared__ float tile[32][33];
  const unsigned x = blockIdx.x * 32, y = blockIdx.y * 32;
  for (unsigned i = threadIdx.y; i < 32; i += blockDim.y)
    tile[i][threadIdx.x] = from[(y + i) * size + x + threadIdx.x];
  __syncthreads();
  for (unsigned i = threadIdx.y; i < 32; i += blockDim.y)
    to[(x + i) * size + y + threadIdx.x] = tile[threadIdx.x][i];
}

// Counts in shared memory, by atomic operations, added to those of the grid at the end.
__global__ void histogram(const unsigned* values, unsigned* counts, unsigned size) {
  __shared__ unsigned mine[block_size];
  mine[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[values[i] % block_size], 1u);
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

}  // namespace checked
