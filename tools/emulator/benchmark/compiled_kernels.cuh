// Kernels as people write them, beside the sums of kernels.cuh.
#pragma once

__global__ void vector_sum(const float* a, const float* b, float* c, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void stencil(const float* a, float* b, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) b[i] = .25f * a[i - 1] + .5f * a[i] + .25f * a[i + 1];
}

template <int Tile>
__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float of_a[Tile][Tile], of_b[Tile][Tile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
  float sum = 0;
  for (int first = 0; first < n; first += Tile) {
    of_a[y][x] = a[row * n + first + x];
    of_b[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int k = 0; k < Tile; ++k) sum += of_a[y][k] * of_b[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void mandelbrot(int* out, int width, int height, int most) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width) return;
  const float real = -2.f + 3.f * x / width, imaginary = -1.f + 2.f * y / height;
  float r = 0, i = 0;
  int steps = 0;
  while (steps < most && r * r + i * i < 4.f) {
    const float next = r * r - i * i + real;
    i = 2 * r * i + imaginary;
    r = next;
    ++steps;
  }
  out[y * width + x] = steps;
}

__global__ void fma_chain(float* data, int steps) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = data[i], b = a * .5f;
  const float c = 1.0001f;
  for (int k = 0; k < steps; ++k) {
    a = a * c + b;
    b = b * c + a;
  }
  data[i] = a + b;
}

// Each block by itself, in steps twice as far as the one before.
__global__ void scan(const int* values, int* sums) {
  __shared__ int tile[2][512];
  const unsigned t = threadIdx.x, i = blockIdx.x * 512 + t;
  tile[0][t] = values[i];
  __syncthreads();
  unsigned from = 0;
  for (unsigned distance = 1; distance < 512; distance *= 2) {
    const int left = t >= distance ? tile[from][t - distance] : 0;
    tile[1 - from][t] = tile[from][t] + left;
    from = 1 - from;
    __syncthreads();
  }
  sums[i] = tile[from][t];
}

__global__ void histogram(const int* values, int* out, unsigned n) {
  __shared__ int counts[256];
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) counts[i] = 0;
  __syncthreads();
  const unsigned stride = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    atomicAdd(&counts[(static_cast<unsigned>(values[i]) * i >> 4) & 255], 1);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(out + i, counts[i]);
}
