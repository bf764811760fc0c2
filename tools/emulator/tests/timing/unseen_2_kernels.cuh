// The kernels of unseen_2.cu.
#pragma once

#include <cstdint>

#include "timed_cases.cuh"

namespace {

// ---- the inputs, made outside of the timing
__device__ unsigned mixed(unsigned h) {
  h ^= h >> 16;
  h *= 0x7feb352d;
  h ^= h >> 15;
  h *= 0x846ca68b;
  return h ^ (h >> 16);
}

// From 0 up to, but without, 1.
template <typename T>
__global__ void fill_fractions(T* out, int n, unsigned seed) {
  for (int i = thread_index(); i < n; i += gridDim.x * blockDim.x)
    out[i] = T(mixed(i + seed) >> 8) / 16777216;
}

__global__ void fill_words(unsigned* out, int n, unsigned seed) {
  for (int i = thread_index(); i < n; i += gridDim.x * blockDim.x) out[i] = mixed(i + seed);
}

__global__ void fill_indices(int* out, int n, unsigned limit, unsigned seed) {
  for (int i = thread_index(); i < n; i += gridDim.x * blockDim.x) out[i] = mixed(i + seed) % limit;
}

__global__ void fill_multiples(int* out, int n, int step) {
  for (int i = thread_index(); i < n; i += gridDim.x * blockDim.x) out[i] = i * step;
}

// The columns of a matrix with as many nonzeros in each row, all of them near to the diagonal.
__global__ void fill_band(int* out, int rows, int per_row, unsigned seed) {
  for (int i = thread_index(); i < rows * per_row; i += gridDim.x * blockDim.x)
    out[i] = min(max(i / per_row + int(mixed(i + seed) % 1024) - 512, 0), rows - 1);
}

// ---- neural networks
__device__ float block_sum(float value, float* part) {
  for (int d = 16; d > 0; d /= 2) value += __shfl_xor_sync(~0u, value, d);
  __syncthreads();
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
  __syncthreads();
  float sum = 0;
  for (int w = 0; w < 8; ++w) sum += part[w];
  return sum;
}

// A row of 1024 for each block of 256 threads.
__global__ void layer_norm(const float4* in, const float4* scale, const float4* shift,
                           float4* out) {
  __shared__ float part[8];
  const int i = thread_index();
  const float4 x = in[i];
  const float mean = block_sum(x.x + x.y + x.z + x.w, part) / 1024;
  const float4 d = make_float4(x.x - mean, x.y - mean, x.z - mean, x.w - mean);
  const float variance = block_sum(d.x * d.x + d.y * d.y + d.z * d.z + d.w * d.w, part) / 1024;
  const float r = rsqrtf(variance + 1e-5f);
  const float4 a = scale[threadIdx.x], b = shift[threadIdx.x];
  out[i] = make_float4(d.x * r * a.x + b.x, d.y * r * a.y + b.y, d.z * r * a.z + b.z,
                       d.w * r * a.w + b.w);
}

__global__ void adam(float* parameter, const float* gradient, float* first, float* second,
                     float rate, float first_correction, float second_correction, int n) {
  const int i = thread_index();
  if (i >= n) return;
  const float g = gradient[i];
  const float m = 0.9f * first[i] + 0.1f * g;
  const float v = 0.999f * second[i] + 0.001f * g * g;
  first[i] = m;
  second[i] = v;
  parameter[i] -= rate * (m / first_correction) / (sqrtf(v / second_correction) + 1e-8f);
}

// Rows of 64 floats, 16 threads for each of them.
__global__ void embedding_rows(const float4* table, const int* index, float4* out, int rows) {
  const int i = thread_index(), row = i / 16, part = i % 16;
  if (row < rows) out[i] = table[index[row] * 16 + part];
}

// ---- images and grids
__constant__ float weights[25];

__global__ void convolve_5x5(const float* in, float* out, int n) {
  __shared__ float tile[20][20];
  const int left = blockIdx.x * 16, top = blockIdx.y * 16;
  for (int k = threadIdx.y * 16 + threadIdx.x; k < 400; k += 256) {
    const int x = left + k % 20 - 2, y = top + k / 20 - 2;
    tile[k / 20][k % 20] = x >= 0 && y >= 0 && x < n && y < n ? in[y * n + x] : 0;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int v = 0; v < 5; ++v)
#pragma unroll
    for (int u = 0; u < 5; ++u) sum += weights[v * 5 + u] * tile[threadIdx.y + v][threadIdx.x + u];
  out[(top + threadIdx.y) * n + left + threadIdx.x] = sum;
}

__device__ unsigned char clamped(int value) { return min(max(value, 0), 255); }

// A frame is a plane of brightness, then one of pairs of colour, a pair for 2 by 2 pixels.
__global__ void nv12_to_rgba(const unsigned char* frames, uchar4* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned char* luma = frames + blockIdx.z * (width * height / 2 * 3);
  const uchar2* chroma = reinterpret_cast<const uchar2*>(luma + width * height);
  const uchar2 pair = chroma[y / 2 * (width / 2) + x / 2];
  const int c = 298 * (luma[y * width + x] - 16) + 128, d = pair.x - 128, e = pair.y - 128;
  out[(blockIdx.z * height + y) * width + x] =
      make_uchar4(clamped((c + 409 * e) >> 8), clamped((c - 100 * d - 208 * e) >> 8),
                  clamped((c + 516 * d) >> 8), 255);
}

__global__ void jacobi_3d(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
            z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
  const int i = (z * n + y) * n + x;
  out[i] =
      (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n]) * (1 / 6.0f);
}

// ---- linear algebra
// A thread for each row of each matrix of 8 by 8.
__global__ void small_products(const float* a, const float* x, float* y, int rows) {
  const int i = thread_index();
  if (i >= rows) return;
  const float *row = a + i * 8, *vector = x + i / 8 * 8;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += row[k] * vector[k];
  y[i] = sum;
}

// 8 lanes for each row.
__global__ void csr_by_groups(const int* begin, const int* column, const float* value,
                              const float* x, float* y, int rows) {
  const int row = thread_index() / 8, lane = threadIdx.x % 8;
  float sum = 0;
  if (row < rows)
    for (int k = begin[row] + lane; k < begin[row + 1]; k += 8) sum += value[k] * x[column[k]];
  for (int d = 4; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (row < rows && lane == 0) y[row] = sum;
}

// A tile of 128 by 128 for each block of 256 threads, 8 by 8 sums for each thread.
__global__ void __launch_bounds__(256)
    product_eights(const float* a, const float* b, float* c, int n) {
  __shared__ float left[8][128], right[8][128];
  const int t = threadIdx.x, tx = t % 16 * 8, ty = t / 16 * 8;
  const int row = blockIdx.y * 128, column = blockIdx.x * 128;
  float sum[8][8] = {};
  for (int k = 0; k < n; k += 8) {
    const float4 p = *reinterpret_cast<const float4*>(&a[(row + t / 2) * n + k + t % 2 * 4]);
    left[t % 2 * 4][t / 2] = p.x;
    left[t % 2 * 4 + 1][t / 2] = p.y;
    left[t % 2 * 4 + 2][t / 2] = p.z;
    left[t % 2 * 4 + 3][t / 2] = p.w;
    *reinterpret_cast<float4*>(&right[t / 32][t % 32 * 4]) =
        *reinterpret_cast<const float4*>(&b[(k + t / 32) * n + column + t % 32 * 4]);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      float u[8], v[8];
#pragma unroll
      for (int m = 0; m < 8; ++m) {
        u[m] = left[j][ty + m];
        v[m] = right[j][tx + m];
      }
#pragma unroll
      for (int m = 0; m < 64; ++m) sum[m / 8][m % 8] += u[m / 8] * v[m % 8];
    }
    __syncthreads();
  }
#pragma unroll
  for (int m = 0; m < 8; ++m) {
    float4* line = reinterpret_cast<float4*>(&c[(row + ty + m) * n + column + tx]);
    line[0] = make_float4(sum[m][0], sum[m][1], sum[m][2], sum[m][3]);
    line[1] = make_float4(sum[m][4], sum[m][5], sum[m][6], sum[m][7]);
  }
}

// ---- threads that work together
// A warp for each row of 512.
__global__ void prefix_rows(const float* in, float* out, int rows) {
  const int row = thread_index() / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float carry = 0;
  for (int k = lane; k < 512; k += 32) {
    float value = in[row * 512 + k];
    for (int d = 1; d < 32; d *= 2) {
      const float before = __shfl_up_sync(~0u, value, d);
      if (lane >= d) value += before;
    }
    value += carry;
    out[row * 512 + k] = value;
    carry = __shfl_sync(~0u, value, 31);
  }
}

// The blocks come in any order, and with them what they keep.
__global__ void compact(const float* in, float* out, int* count, float threshold, int n) {
  __shared__ int start[8];
  const int i = thread_index(), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const float value = i < n ? in[i] : 0;
  const bool keep = i < n && value > threshold;
  const unsigned kept = __ballot_sync(~0u, keep);
  if (lane == 0) start[warp] = __popc(kept);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int w = 0; w < 8; ++w) sum += start[w];
    int at = atomicAdd(count, sum);
    for (int w = 0; w < 8; ++w) {
      const int next = at + start[w];
      start[w] = at;
      at = next;
    }
  }
  __syncthreads();
  if (keep) out[start[warp] + __popc(kept & ((1u << lane) - 1))] = value;
}

// A transform of 512 complex numbers for each block of 256 threads.
__global__ void fourier_512(const float2* in, float2* out) {
  __shared__ float2 line[512];
  const int t = threadIdx.x, first = blockIdx.x * 512;
  line[t] = in[first + t];
  line[t + 256] = in[first + t + 256];
  for (int half = 1; half < 512; half *= 2) {
    __syncthreads();
    const float2 a = line[t], b = line[t + 256];
    const int k = t & (half - 1), to = 2 * t - k;
    float sine, cosine;
    __sincosf(-3.14159265f * k / half, &sine, &cosine);
    const float re = b.x * cosine - b.y * sine, im = b.x * sine + b.y * cosine;
    __syncthreads();
    line[to] = make_float2(a.x + re, a.y + im);
    line[to + half] = make_float2(a.x - re, a.y - im);
  }
  __syncthreads();
  out[first + t] = line[t];
  out[first + t + 256] = line[t + 256];
}

// ---- arithmetic
__global__ void monte_carlo(unsigned* hits, int draws) {
  __shared__ unsigned in_block;
  if (threadIdx.x == 0) in_block = 0;
  __syncthreads();
  unsigned state = mixed(thread_index() + 1), mine = 0;
  for (int k = 0; k < draws; ++k) {
    state = state * 1664525u + 1013904223u;
    const float x = (state >> 8) * (1 / 16777216.0f);
    state = state * 1664525u + 1013904223u;
    const float y = (state >> 8) * (1 / 16777216.0f);
    if (x * x + y * y < 1) ++mine;
  }
  for (int d = 16; d > 0; d /= 2) mine += __shfl_down_sync(~0u, mine, d);
  if (threadIdx.x % 32 == 0) atomicAdd(&in_block, mine);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(hits, in_block);
}

__device__ float normal_distribution(float d) {
  const float k = 1 / (1 + 0.2316419f * fabsf(d));
  const float tail =
      0.39894228f * expf(-0.5f * d * d) *
      (k * (0.31938153f +
            k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1 - tail : tail;
}

__global__ void black_scholes(const float* price, const float* strike, const float* years,
                              float* call, float* put, float interest, float volatility, int n) {
  const int i = thread_index();
  if (i >= n) return;
  const float s = 5 + 25 * price[i], x = 1 + 99 * strike[i], t = 0.25f + 9.75f * years[i];
  const float root = sqrtf(t);
  const float d1 =
      (logf(s / x) + (interest + 0.5f * volatility * volatility) * t) / (volatility * root);
  const float d2 = d1 - volatility * root;
  const float n1 = normal_distribution(d1), n2 = normal_distribution(d2);
  const float discounted = x * expf(-interest * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1 - n2) - s * (1 - n1);
}

__global__ void nearest_centres(const float4* point, const float4* centre, int* nearest, int n) {
  __shared__ float4 all[64];
  if (threadIdx.x < 64) all[threadIdx.x] = centre[threadIdx.x];
  __syncthreads();
  const int i = thread_index();
  if (i >= n) return;
  const float4 p = point[i];
  float least = 1e30f;
  int best = 0;
  for (int k = 0; k < 64; ++k) {
    const float x = p.x - all[k].x, y = p.y - all[k].y, z = p.z - all[k].z, w = p.w - all[k].w;
    const float distance = x * x + y * y + z * z + w * w;
    if (distance < least) {
      least = distance;
      best = k;
    }
  }
  nearest[i] = best;
}

constexpr int degree = 96;
__constant__ double coefficients[degree + 1];

__global__ void polynomial_double(const double* in, double* out, int n) {
  const int i = thread_index();
  if (i >= n) return;
  const double x = in[i];
  double sum = coefficients[degree];
#pragma unroll
  for (int k = degree - 1; k >= 0; --k) sum = sum * x + coefficients[k];
  out[i] = sum;
}

}  // namespace
