// What device code can say in CUDA C++, each once, against values computed on the host: the same on
// a GPU and on the emulator.
#include <alloca.h>
#include <cooperative_groups.h>

#include <cmath>
#include <functional>
#include <vector>

#include "expect.hpp"

namespace cg = cooperative_groups;

constexpr int THREADS = 64;

__constant__ int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__device__ int counter = 5;

struct mixed {
  int a;
  double b;
  char c[7];
};

__global__ void by_value(mixed s, int* out) {
  out[threadIdx.x] = s.a + static_cast<int>(s.b) + s.c[threadIdx.x % 7];
}

__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
// n + (n - 1) + ... + 1, from as many bytes of stack as each call needs.
__device__ __noinline__ int sum_on_stack(int n) {
  int* const all = static_cast<int*>(alloca(n * sizeof(int)));
  for (int i = 0; i < n; i++) all[i] = n;
  const int rest = n > 1 ? sum_on_stack(n - 1) : 0;
  int sum = 0;
  for (int i = n - 1; i >= 0; i--) sum += all[i];
  return sum / n + rest;
}
// Often enough that the stack would not do if it were not given back.
__global__ void stack(int* out) {
  int sum = 0;
  for (int i = 0; i < 200; i++) sum += sum_on_stack(threadIdx.x % 13 + 1);
  out[threadIdx.x] = sum;
}
__global__ void recursion(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 12); }

__device__ int plus_one(int x) { return x + 1; }
__device__ int twice(int x) { return x * 2; }
__device__ int (*pointers[2])(int) = {plus_one, twice};
__global__ void through_pointers(int* out) {
  out[threadIdx.x] = pointers[threadIdx.x % 2](threadIdx.x);
}

__global__ void local_array(int* out, int n) {
  int a[16];
  for (int i = 0; i < 16; i++) a[i] = i * threadIdx.x;
  int sum = 0;
  for (int i = 0; i < n; i++) sum += a[i * 7 % 16];
  out[threadIdx.x] = sum;
}

__global__ void switched(int* out) {
  const int t = threadIdx.x;
  switch (t % 7) {
    case 0:
      out[t] = 5;
      break;
    case 1:
      out[t] = t * 3;
      break;
    case 2:
      out[t] = 9;
      break;
    case 3:
      out[t] = t - 1;
      break;
    case 4:
      out[t] = 44;
      break;
    default:
      out[t] = 1;
  }
}

__global__ void dynamic_shared(int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void votes(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (threadIdx.x < 40) atomicAdd(&count, 1);
  const int thirds = __syncthreads_count(threadIdx.x % 3 == 0);
  const int all = __syncthreads_and(threadIdx.x < 1000), any = __syncthreads_or(threadIdx.x == 5);
  out[threadIdx.x] = count * 1000 + thirds * 10 + all + any;
}

__global__ void symbols(int* out) { out[threadIdx.x] = table[threadIdx.x % 8] + counter; }

__global__ void tiles(int* out) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v = threadIdx.x;
  for (int i = tile.size() / 2; i > 0; i /= 2) v += tile.shfl_down(v, i);
  out[threadIdx.x] = tile.shfl(v, 0);
}

__global__ void coalesced(int* out) {
  out[threadIdx.x] = -1;
  if (threadIdx.x % 3 == 0) {
    const auto group = cg::coalesced_threads();
    out[threadIdx.x] = group.thread_rank() * 100 + group.size();
  }
}

__global__ void grid_wide(int* out) {
  const auto grid = cg::this_grid();
  out[grid.thread_rank()] = 1;
  grid.sync();
  if (grid.thread_rank() != 0) return;
  int sum = 0;
  for (unsigned i = 0; i < grid.size(); i++) sum += out[i];
  out[0] = sum;
}

__global__ void spin_lock(int* lock, int* out) {
  for (bool done = false; !done;) {
    if (atomicCAS(lock, 0, 1) == 0) {
      out[0] += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

// A barrier of the grid made by hand: right only if all blocks are resident at once.
__global__ void all_arrive(int* arrived) {
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1);
    while (*static_cast<volatile int*>(arrived) != gridDim.x) {
    }
  }
  __syncthreads();
}

// Quotients and remainders of 128 bits, which nvcc computes in chains of carries.
__host__ __device__ int wide_quotient(int t) {
  const __int128 a =
      ((static_cast<__int128>(0x123456789abcdef) << (t % 60)) + t) * (t % 2 ? -1 : 1);
  const __int128 b = ((static_cast<__int128>(t) << (t % 67)) | 1) * (t % 3 ? 1 : -1);
  return static_cast<int>((a / b) ^ (a / b >> 50) ^ (a % b) ^ (a % b >> 40));
}

__global__ void wide_quotients(int* out) { out[threadIdx.x] = wide_quotient(threadIdx.x); }

__global__ void mathematics(double* out) {
  const double x = threadIdx.x * 0.1;
  out[threadIdx.x] = sin(x) + exp(x) + sqrt(x) + pow(x, 1.5) + log(x + 1);
}

__global__ void single_mathematics(float* out) {
  const float x = threadIdx.x * 0.1f;
  out[threadIdx.x] = sinf(x) + expf(x) + sqrtf(x) + powf(x, 1.5f) + logf(x + 1);
}

int* device = nullptr;

std::vector<int> fetch(int n = THREADS) {
  std::vector<int> host(n);
  EXPECT_OK(cudaDeviceSynchronize());
  EXPECT_OK(cudaMemcpy(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost));
  return host;
}

// Every thread's word is what `want` says.
void expect_each(const char* name, const std::function<int(int)>& want) {
  const std::vector<int> got = fetch();
  for (int t = 0; t < THREADS; t++) {
    if (got[t] != want(t)) {
      std::printf("%s: thread %d: expected %d, got %d\n", name, t, want(t), got[t]);
      EXPECT(false);
      return;
    }
  }
}

int main() {
  // A GPU's stack of 1 KB would not do for the recursion.
  EXPECT_OK(cudaDeviceSetLimit(cudaLimitStackSize, 16 << 10));
  EXPECT_OK(cudaMalloc(&device, 1 << 16));

  const mixed s = {3, 2.5, {1, 2, 3, 4, 5, 6, 7}};
  by_value<<<1, THREADS>>>(s, device);
  expect_each("by_value", [&](int t) { return 5 + t % 7 + 1; });

  stack<<<1, THREADS>>>(device);
  expect_each("stack", [](int t) { return 200 * (t % 13 + 1) * (t % 13 + 2) / 2; });

  recursion<<<1, THREADS>>>(device);
  expect_each("recursion", [](int t) {
    int a = 0, b = 1;
    for (int i = 0; i < t % 12; i++) b += a, a = b - a;
    return a;
  });

  through_pointers<<<1, THREADS>>>(device);
  expect_each("through_pointers", [](int t) { return t % 2 ? t * 2 : t + 1; });

  local_array<<<1, THREADS>>>(device, 16);
  expect_each("local_array", [](int t) { return 120 * t; });

  switched<<<1, THREADS>>>(device);
  expect_each("switched", [](int t) {
    const int by[] = {5, t * 3, 9, t - 1, 44, 1, 1};
    return by[t % 7];
  });

  dynamic_shared<<<1, THREADS, THREADS * sizeof(int)>>>(device);
  expect_each("dynamic_shared", [](int t) { return THREADS - 1 - t; });

  votes<<<1, THREADS>>>(device);
  expect_each("votes", [](int) { return 40 * 1000 + 22 * 10 + 2; });

  symbols<<<1, THREADS>>>(device);
  expect_each("symbols", [](int t) { return t % 8 + 1 + 5; });
  const int nine = 9;
  EXPECT_OK(cudaMemcpyToSymbol(counter, &nine, sizeof nine));
  symbols<<<1, THREADS>>>(device);
  expect_each("symbols, changed", [](int t) { return t % 8 + 1 + 9; });

  tiles<<<1, THREADS>>>(device);
  expect_each("tiles", [](int t) { return t / 8 * 64 + 28; });

  coalesced<<<1, THREADS>>>(device);
  expect_each("coalesced", [](int t) {
    const int in_warp = t % 32, first = t / 32 * 32;
    int rank = 0, size = 0;
    for (int i = first; i < first + 32; i++) {
      rank += i % 3 == 0 && i < t;
      size += i % 3 == 0;
    }
    return t % 3 == 0 && in_warp >= 0 ? rank * 100 + size : -1;
  });

  void* arguments[] = {&device};
  EXPECT_OK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(grid_wide), 8, THREADS,
                                        arguments, 0, nullptr));
  EXPECT(fetch(1)[0] == 8 * THREADS);

  EXPECT_OK(cudaMemset(device, 0, 2 * sizeof(int)));
  spin_lock<<<4, THREADS>>>(device + 1, device);
  EXPECT(fetch(1)[0] == 4 * THREADS);

  int blocks = 0, multiprocessors = 0;
  EXPECT_OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, all_arrive, 32, 0));
  EXPECT_OK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  EXPECT_OK(cudaMemset(device, 0, sizeof(int)));
  all_arrive<<<blocks * multiprocessors, 32>>>(device);
  EXPECT(fetch(1)[0] == blocks * multiprocessors);

  wide_quotients<<<1, THREADS>>>(device);
  expect_each("wide_quotients", wide_quotient);

  mathematics<<<1, THREADS>>>(reinterpret_cast<double*>(device));
  std::vector<double> doubles(THREADS);
  EXPECT_OK(cudaMemcpy(doubles.data(), device, THREADS * sizeof(double), cudaMemcpyDeviceToHost));
  for (int t = 0; t < THREADS; t++) {
    const double x = t * 0.1, want = std::sin(x) + std::exp(x) + std::sqrt(x) + std::pow(x, 1.5) +
                                     std::log(x + 1);
    EXPECT(std::fabs(doubles[t] - want) <= 1e-14 * want);
  }

  single_mathematics<<<1, THREADS>>>(reinterpret_cast<float*>(device));
  std::vector<float> floats(THREADS);
  EXPECT_OK(cudaMemcpy(floats.data(), device, THREADS * sizeof(float), cudaMemcpyDeviceToHost));
  for (int t = 0; t < THREADS; t++) {
    const double x = t * 0.1f, want = std::sin(x) + std::exp(x) + std::sqrt(x) + std::pow(x, 1.5) +
                                      std::log(x + 1);
    EXPECT(std::fabs(floats[t] - want) <= 2e-6 * want);
  }
  return result();
}
