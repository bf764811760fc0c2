// memcheck: addresses, allocations, calls of the runtime.
#include "examples.hpp"

#include <cstdio>

using report_examples::zeros;

namespace {

// [out_of_bounds]
__global__ void add_one(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) data[i] += 1;  // one too many
}
// [end]

// [out_of_bounds_shared]
__global__ void shift(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x + 1] = data[threadIdx.x];  // the last thread has no right neighbour
  __syncthreads();
  data[threadIdx.x] = tile[threadIdx.x];
}
// [end]

// [misaligned]
__global__ void copy_pairs(const char* from, int2* to) {
  to[threadIdx.x] = *reinterpret_cast<const int2*>(from + 4 + 8 * threadIdx.x);
}
// [end]

// [null_pointer]
__global__ void fill(int* data) { data[threadIdx.x] = 1; }
// [end]

// [use_after_free]
__global__ void twice(int* data) { data[threadIdx.x] *= 2; }
// [end]

__global__ void do_nothing() {}

}  // namespace

EXAMPLE(out_of_bounds) { add_one<<<4, 32>>>(zeros(100), 100); }
EXAMPLE(out_of_bounds_shared) { shift<<<1, 64>>>(zeros(64)); }
EXAMPLE(misaligned) {
  copy_pairs<<<1, 8>>>(reinterpret_cast<char*>(zeros(32)), reinterpret_cast<int2*>(zeros(32)));
}
EXAMPLE(null_pointer) { fill<<<1, 32>>>(nullptr); }
EXAMPLE(use_after_free) {
  int* data = zeros(32);
  cudaFree(data);
  twice<<<1, 32>>>(data);
}

EXAMPLE(double_free) {
  // [double_free]
  int* data = zeros(32);
  cudaFree(data);
  cudaFree(data);
  // [end]
}

EXAMPLE(invalid_free) {
  // [invalid_free]
  int* data = zeros(32);
  cudaFree(data + 1);
  // [end]
}

EXAMPLE(leak) {
  // [leak]
  int* data = nullptr;
  cudaMalloc(&data, 128);  // and nobody frees it: --leaks
  // [end]
}

EXAMPLE(api_error) {
  // [api_error]
  int host[32] = {};
  cudaMemcpy(zeros(16), host, sizeof host, cudaMemcpyHostToDevice);
  // [end]
}

EXAMPLE(launch_error) {
  // [launch_error]
  do_nothing<<<1, 2048>>>();
  // [end]
}

namespace {

// [uninitialized_read_used]
__global__ void sum_first(const int* data, int* result, unsigned filled) {
  __shared__ int tile[32];
  if (threadIdx.x < filled) tile[threadIdx.x] = data[threadIdx.x];
  __syncwarp();
  int sum = tile[threadIdx.x];
  for (unsigned by = 16; by > 0; by /= 2) sum += __shfl_down_sync(0xffffffff, sum, by);
  if (threadIdx.x == 0) *result = sum;
}
// [end]

}  // namespace

EXAMPLE(uninitialized_read_used) { sum_first<<<1, 32>>>(zeros(32), zeros(1), 20); }
