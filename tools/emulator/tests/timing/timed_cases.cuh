// Kernels in a few sizes each, and a clock for them: what the unseen*.cu share.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace {

void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(error));
  std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

__device__ int thread_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

enum class output { floats, integers, in_any_order };

struct one_case {
  std::string kernel, size;
  void* out;
  std::size_t out_bytes;
  output kind;
  std::function<void()> launch;
  std::function<void()> prepare;  // before each launch, outside of the timing
};

template <typename... Numbers>
std::string text(const char* format, Numbers... numbers) {
  char line[64];
  std::snprintf(line, sizeof line, format, numbers...);
  return line;
}

// ---- the clock
__global__ void read_all(const float4* from, std::size_t n, float* out) {
  float sum = 0;
  for (std::size_t i = thread_index(); i < n; i += gridDim.x * blockDim.x) sum += from[i].x;
  if (sum == 1e30f) *out = sum;
}

constexpr std::size_t flush_bytes = 512u << 20;

double median_microseconds(const one_case& c, float4* other, bool writes) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int k = 0; k < 32; ++k) {
    c.prepare();
    if (writes)
      CHECK(cudaMemsetAsync(other, 0, 120u << 20));
    else
      read_all<<<1056, 256>>>(other, flush_bytes / 16, reinterpret_cast<float*>(other));
    CHECK(cudaEventRecord(start));
    c.launch();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaGetLastError());
    CHECK(cudaEventSynchronize(stop));
    float milliseconds = 0;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    if (k > 0) times.push_back(1000 * milliseconds);
  }
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  std::nth_element(times.begin(), times.begin() + 15, times.end());
  return times[15];
}

// Of what it wrote, in words: the same on a GPU and on the emulator, as far as they round alike.
double digest(const one_case& c) {
  std::vector<unsigned> words(c.out_bytes / 4);
  CHECK(cudaMemcpy(words.data(), c.out, c.out_bytes, cudaMemcpyDeviceToHost));
  double sum = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const double weight = c.kind == output::in_any_order ? 1 : i % 7 + 1;
    sum += (c.kind == output::integers ? words[i] : words[i] >> 12) * weight;
  }
  return sum;
}

// Launches each case once and says what it wrote; `times`: and how long it takes.
void run_cases(const std::vector<one_case>& list, bool times) {
  float4* other = nullptr;
  if (times) {
    CHECK(cudaMalloc(&other, flush_bytes));
    CHECK(cudaMemset(other, 0, flush_bytes));
  }
  std::printf(times ? "kernel,case,microseconds,after_writes_microseconds,digest\n"
                    : "kernel,case,digest\n");
  for (const one_case& c : list) {
    c.prepare();
    c.launch();
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    const double sum = digest(c);
    if (times)
      std::printf("%s,\"%s\",%.3f,%.3f,%.6e\n", c.kernel.c_str(), c.size.c_str(),
                  median_microseconds(c, other, false), median_microseconds(c, other, true), sum);
    else
      std::printf("%s,\"%s\",%.6e\n", c.kernel.c_str(), c.size.c_str(), sum);
    std::fflush(stdout);
  }
}

}  // namespace
