// Kernels that are not the course's, for a test of the model of time. It was blind once: since then
// the model has learnt from their times.
//
//   unseen --csv    times each case on a GPU: the median of 31 launches between two events, after a
//                   flush of L2 that reads, and after one that writes
//   unseen          launches each case once, for the emulator (launch k is row k)
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "timed_cases.cuh"

namespace {

// ---- streams
__global__ void copy_vectors(const float4* in, float4* out, int n) {
  const int stride = gridDim.x * blockDim.x;
  for (int i = thread_index(); i < n; i += stride) out[i] = in[i];
}

__global__ void every_fourth(const float* in, float* out, int n) {
  const int i = thread_index();
  if (i < n) out[i] = in[4 * i];
}

__global__ void triad_double(const double* a, const double* b, double* c, double k, int n) {
  const int i = thread_index();
  if (i < n) c[i] = a[i] + k * b[i];
}

__global__ void grey(const uchar4* pixel, float* out, int n) {
  const int i = thread_index();
  if (i >= n) return;
  const uchar4 p = pixel[i];
  out[i] = 0.299f * p.x + 0.587f * p.y + 0.114f * p.z;
}

// ---- rearranging
template <int pad>
__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32][32 + pad];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int r = 0; r < 32; r += 8) tile[threadIdx.y + r][threadIdx.x] = in[(y + r) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int r = 0; r < 32; r += 8) out[(y + r) * n + x] = tile[threadIdx.x][threadIdx.y + r];
}

__global__ void look_up(const float* table, const int* index, float* out, int n) {
  const int i = thread_index();
  if (i < n) out[i] = table[index[i]];
}

__global__ void permute(const float* in, const int* index, float* out, int n) {
  const int i = thread_index();
  if (i < n) out[index[i]] = in[i];
}

// ---- neighbours
__global__ void heat(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  const int i = y * n + x;
  out[i] = in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] - 4 * in[i]);
}

__global__ void smooth_shared(const float* in, float* out, int n) {
  constexpr int radius = 6;
  __shared__ float near[256 + 2 * radius];
  const int i = thread_index(), at = threadIdx.x + radius;
  near[at] = in[i];
  if (threadIdx.x < radius) {
    near[threadIdx.x] = i >= radius ? in[i - radius] : 0;
    near[at + 256] = i + 256 < n ? in[i + 256] : 0;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = -radius; k <= radius; ++k) sum += near[at + k];
  out[i] = sum / (2 * radius + 1);
}

__global__ void blur(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int v = -3; v <= 3; ++v)
    for (int u = -3; u <= 3; ++u)
      sum += in[min(max(y + v, 0), n - 1) * n + min(max(x + u, 0), n - 1)];
  out[y * n + x] = sum / 49;
}

// ---- products
__global__ void product_tiles(const float* a, const float* b, float* c, int n) {
  __shared__ float left[16][16], right[16][16];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    left[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; ++j) sum += left[threadIdx.y][j] * right[j][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

// A tile of 64 by 64 for each block of 256 threads, 4 by 4 sums for each thread.
__global__ void product_registers(const float* a, const float* b, float* c, int n) {
  __shared__ float left[8][64], right[8][64];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  const int row = blockIdx.y * 64, column = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 8) {
    for (int j = threadIdx.x; j < 512; j += 256) {
      left[j % 8][j / 8] = a[(row + j / 8) * n + k + j % 8];
      right[j / 64][j % 64] = b[(k + j / 64) * n + column + j % 64];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j)
#pragma unroll
      for (int u = 0; u < 4; ++u)
#pragma unroll
        for (int v = 0; v < 4; ++v) sum[u][v] += left[j][ty * 4 + u] * right[j][tx * 4 + v];
    __syncthreads();
  }
  for (int u = 0; u < 4; ++u)
    for (int v = 0; v < 4; ++v) c[(row + ty * 4 + u) * n + column + tx * 4 + v] = sum[u][v];
}

__global__ void rows_by_warps(const float* a, const float* x, float* y, int n) {
  const int row = thread_index() / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = lane; k < n; k += 32) sum += a[row * n + k] * x[k];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0) y[row] = sum;
}

__global__ void sparse_rows(const int* begin, const int* column, const float* value, const float* x,
                            float* y, int rows) {
  const int row = thread_index();
  if (row >= rows) return;
  float sum = 0;
  for (int k = begin[row]; k < begin[row + 1]; ++k) sum += value[k] * x[column[k]];
  y[row] = sum;
}

// ---- blocks that work together
__global__ void histogram(const unsigned char* in, unsigned* bins, int n) {
  __shared__ unsigned mine[256];
  mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = thread_index(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

__global__ void scan_tiles(const int* in, int* out) {
  __shared__ int sums[32];
  const int i = thread_index(), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int value = in[i];
  for (int d = 1; d < 32; d *= 2) {
    const int before = __shfl_up_sync(~0u, value, d);
    if (lane >= d) value += before;
  }
  if (lane == 31) sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    int sum = lane < blockDim.x / 32 ? sums[lane] : 0;
    for (int d = 1; d < 32; d *= 2) {
      const int before = __shfl_up_sync(~0u, sum, d);
      if (lane >= d) sum += before;
    }
    sums[lane] = sum;
  }
  __syncthreads();
  out[i] = value + (warp > 0 ? sums[warp - 1] : 0);
}

__global__ void sort_tiles(const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[1024];
  const int t = threadIdx.x;
  for (int k = t; k < 1024; k += 512) tile[k] = in[blockIdx.x * 1024 + k];
  for (int size = 2; size <= 1024; size *= 2)
    for (int d = size / 2; d > 0; d /= 2) {
      __syncthreads();
      const int low = 2 * t - (t & (d - 1)), high = low + d;
      const unsigned a = tile[low], b = tile[high];
      if ((a > b) == ((low & size) == 0)) {
        tile[low] = b;
        tile[high] = a;
      }
    }
  __syncthreads();
  for (int k = t; k < 1024; k += 512) out[blockIdx.x * 1024 + k] = tile[k];
}

__global__ void softmax(const float* in, float* out, int columns) {
  __shared__ float part[8];
  const float* row = in + blockIdx.x * columns;
  float most = -1e30f, sum = 0;
  for (int k = threadIdx.x; k < columns; k += 256) most = fmaxf(most, row[k]);
  for (int d = 16; d > 0; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = most;
  __syncthreads();
  for (int w = 0; w < 8; ++w) most = fmaxf(most, part[w]);
  __syncthreads();
  for (int k = threadIdx.x; k < columns; k += 256) sum += __expf(row[k] - most);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int w = 0; w < 8; ++w) sum += part[w];
  for (int k = threadIdx.x; k < columns; k += 256)
    out[blockIdx.x * columns + k] = __expf(row[k] - most) / sum;
}

// ---- arithmetic
__global__ void series(const float* in, float* out, int n) {
  const int i = thread_index();
  if (i >= n) return;
  const float x = in[i];
  float sum = 1;
#pragma unroll
  for (int k = 96; k > 0; --k) sum = 1 + sum * x * (1.0f / k);
  out[i] = sum;
}

__global__ void mix_bits(const unsigned* in, unsigned* out, int rounds, int n) {
  const int i = thread_index();
  if (i >= n) return;
  unsigned h = in[i];
  for (int r = 0; r < rounds; ++r) {
    h ^= h >> 16;
    h *= 0x85ebca6b;
    h ^= h >> 13;
    h *= 0xc2b2ae35;
    h ^= h >> 16;
  }
  out[i] = h;
}

__global__ void julia(int* out, int n, int most) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float re = 3.0f * x / n - 1.5f, im = 3.0f * y / n - 1.5f;
  int k = 0;
  while (k < most && re * re + im * im < 4) {
    const float next = re * re - im * im - 0.8f;
    im = 2 * re * im + 0.156f;
    re = next;
    ++k;
  }
  out[y * n + x] = k;
}

__global__ void bodies(const float4* body, float4* pull, int n) {
  __shared__ float4 tile[128];
  const int i = thread_index();
  const float4 me = body[i];
  float ax = 0, ay = 0, az = 0;
  for (int k = 0; k < n; k += 128) {
    tile[threadIdx.x] = body[k + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < 128; ++j) {
      const float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      const float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float f = tile[j].w * r * r * r;
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    __syncthreads();
  }
  pull[i] = make_float4(ax, ay, az, 0);
}

// ---- the cases
std::uint32_t state = 12345;
unsigned random_bits() {
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

template <typename T, typename Make>
T* device_copy(std::size_t n, Make make) {
  std::vector<T> host(n);
  for (std::size_t i = 0; i < n; ++i) host[i] = make(i);
  T* device = nullptr;
  CHECK(cudaMalloc(&device, n * sizeof(T)));
  CHECK(cudaMemcpy(device, host.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}
template <typename T>
T* device_room(std::size_t n) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, n * sizeof(T)));
  CHECK(cudaMemset(device, 0, n * sizeof(T)));
  return device;
}

constexpr int most = 1 << 24;

struct all_data {
  float* floats = device_copy<float>(most, [](std::size_t) { return random_bits() / 16777216.0f; });
  float* room = device_room<float>(most);
  unsigned* words = device_copy<unsigned>(1 << 22, [](std::size_t) { return random_bits(); });
  double* doubles = device_copy<double>(1 << 23, [](std::size_t i) { return double(i % 1000); });
  double* double_room = device_room<double>(1 << 22);
  unsigned char* bytes =
      device_copy<unsigned char>(1 << 24, [](std::size_t) { return random_bits() >> 5; });
  unsigned* bins = device_room<unsigned>(256);
  int* near = device_copy<int>(1 << 22, [](std::size_t) { return random_bits() % 4096; });
  int* far = device_copy<int>(1 << 22, [](std::size_t) { return random_bits() % most; });
  int* order = nullptr;
  int* begin =
      device_copy<int>((1 << 18) + 1, [](std::size_t i) { return 12 * int(i) + int(i % 5); });
  int* column = device_copy<int>(13 << 18, [](std::size_t i) {
    return std::min((1 << 18) - 1, int(i / 12) + int(random_bits() % 512));
  });
  all_data() {
    std::vector<int> all(1 << 22);
    std::iota(all.begin(), all.end(), 0);
    for (std::size_t i = all.size() - 1; i > 0; --i)
      std::swap(all[i], all[random_bits() % (i + 1)]);
    order = device_copy<int>(all.size(), [&](std::size_t i) { return all[i]; });
  }
};

std::vector<one_case> cases(const all_data& d) {
  std::vector<one_case> list;
  const auto add = [&](const char* kernel, const std::string& size, void* out, std::size_t bytes,
                       std::function<void()> launch) {
    list.push_back({kernel, size, out, bytes, output::floats, std::move(launch), [] {}});
  };
  float *in = d.floats, *out = d.room;
  int* ints = reinterpret_cast<int*>(out);
  for (const int n : {1 << 20, 1 << 22, 1 << 24})
    add("copy_vectors", text("%d floats", n), out, 4ull * n, [=] {
      copy_vectors<<<std::min(n / 1024, 1056), 256>>>(reinterpret_cast<float4*>(in),
                                                      reinterpret_cast<float4*>(out), n / 4);
    });
  for (const int n : {1 << 18, 1 << 22})
    add("every_fourth", text("%d floats", n), out, 4ull * n,
        [=] { every_fourth<<<n / 256, 256>>>(in, out, n); });
  for (const int n : {1 << 19, 1 << 22})
    add("triad_double", text("%d doubles", n), d.double_room, 8ull * n,
        [=] { triad_double<<<n / 512, 512>>>(d.doubles, d.doubles + n, d.double_room, 1.5, n); });
  for (const int n : {1 << 20, 1 << 22})
    add("grey", text("%d pixels", n), out, 4ull * n,
        [=] { grey<<<n / 256, 256>>>(reinterpret_cast<uchar4*>(d.bytes), out, n); });
  for (const int n : {1024, 4096}) {
    const dim3 grid(n / 32, n / 32), block(32, 8);
    const std::size_t bytes = 4ull * n * n;
    add("transpose<0>", text("%d squared", n), out, bytes,
        [=] { transpose<0><<<grid, block>>>(in, out, n); });
    add("transpose<1>", text("%d squared", n), out, bytes,
        [=] { transpose<1><<<grid, block>>>(in, out, n); });
    add("heat", text("%d squared", n), out, bytes,
        [=] { heat<<<grid, dim3(32, 32)>>>(in, out, n); });
  }
  for (const int n : {1 << 20, 1 << 22}) {
    add("look_up", text("%d in 16 KB", n), out, 4ull * n,
        [=] { look_up<<<n / 256, 256>>>(in, d.near, out, n); });
    add("look_up", text("%d in 64 MB", n), out, 4ull * n,
        [=] { look_up<<<n / 256, 256>>>(in, d.far, out, n); });
  }
  add("permute", text("%d floats", 1 << 22), out, 16u << 20,
      [=] { permute<<<1 << 14, 256>>>(in, d.order, out, 1 << 22); });
  for (const int n : {1 << 20, 1 << 24})
    add("smooth_shared", text("%d floats", n), out, 4ull * n,
        [=] { smooth_shared<<<n / 256, 256>>>(in, out, n); });
  for (const int n : {512, 2048})
    add("blur", text("%d squared", n), out, 4ull * n * n,
        [=] { blur<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, out, n); });
  for (const int n : {256, 768})
    add("product_tiles", text("%d squared", n), out, 4ull * n * n,
        [=] { product_tiles<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, in + n * n, out, n); });
  for (const int n : {256, 1024})
    add("product_registers", text("%d squared", n), out, 4ull * n * n,
        [=] { product_registers<<<dim3(n / 64, n / 64), 256>>>(in, in + n * n, out, n); });
  for (const int n : {1024, 4096})
    add("rows_by_warps", text("%d squared", n), out, 4ull * n,
        [=] { rows_by_warps<<<n / 8, 256>>>(in, in + most - n, out, n); });
  for (const int rows : {1 << 15, 1 << 18})
    add("sparse_rows", text("%d rows", rows), out, 4ull * rows,
        [=] { sparse_rows<<<rows / 128, 128>>>(d.begin, d.column, in, in + most / 2, out, rows); });
  for (const int n : {1 << 20, 1 << 24})
    add("histogram", text("%d bytes", n), d.bins, 1024,
        [=] { histogram<<<std::min(n / 4096, 528), 256>>>(d.bytes, d.bins, n); });
  for (const int n : {1 << 20, 1 << 22})
    add("scan_tiles", text("%d ints", n), ints, 4ull * n,
        [=] { scan_tiles<<<n / 512, 512>>>(reinterpret_cast<int*>(d.bytes), ints); });
  for (const int n : {1 << 18, 1 << 22})
    add("sort_tiles", text("%d words", n), out, 4ull * n,
        [=] { sort_tiles<<<n / 1024, 512>>>(d.words, reinterpret_cast<unsigned*>(out)); });
  for (const int rows : {512, 8192})
    add("softmax", text("%d rows of 2048", rows), out, 8192ull * rows,
        [=] { softmax<<<rows, 256>>>(in, out, 2048); });
  for (const int n : {1 << 18, 1 << 22})
    add("series", text("%d floats", n), out, 4ull * n,
        [=] { series<<<n / 256, 256>>>(in, out, n); });
  for (const int n : {1 << 16, 1 << 20})
    add("mix_bits", text("%d words, 50 rounds", n), out, 4ull * n,
        [=] { mix_bits<<<n / 256, 256>>>(d.words, reinterpret_cast<unsigned*>(out), 50, n); });
  for (const int n : {512, 2048})
    add("julia", text("%d squared", n), out, 4ull * n * n,
        [=] { julia<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(ints, n, 200); });
  for (const int n : {2048, 16384})
    add("bodies", text("%d bodies", n), out, 16ull * n, [=] {
      bodies<<<n / 128, 128>>>(reinterpret_cast<float4*>(in), reinterpret_cast<float4*>(out), n);
    });
  return list;
}

}  // namespace

int main(int argc, char** argv) {
  const all_data data;
  run_cases(cases(data), argc > 1 && std::strcmp(argv[1], "--csv") == 0);
}
