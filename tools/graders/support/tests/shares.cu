// A kernel whose threads share the work or do not. In a file of its own: experiments try changes to
// all kernels of a file.
#include "kernels.hpp"

namespace {

__constant__ int numbers[512];
__device__ __noinline__ void store_one(int* to) { *to = 1; }
__device__ __noinline__ void store_two(int* to) { *to = 2; }
__device__ __noinline__ int sum_of(const int* first, unsigned count) {
  if (count == 1) return *first;
  return sum_of(first, count / 2) + sum_of(first + count / 2, count - count / 2);
}
__device__ void (*const store_some[2])(int*) = {store_one, store_two};

}  // namespace

__global__ void copies_for_show(const int* from, int* to, int way) {
  __shared__ int tile[512];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; way == 0 && i < 512; i += blockDim.x) to[i] = from[i];
  for (unsigned i = t; way == 1 && i < 512; i += blockDim.x)
    to[i] = atomicAdd(const_cast<int*>(from) + i, 0);
  for (unsigned i = 0; way == 2 && t == 0 && i < 512; ++i) to[i] = from[i];
  if (way == 4) {
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p exit; }" ::"r"(t % 2) : "memory");
    to[t] = from[t];
  }
  if (way == 5) store_some[t % 2](to + t);
  if (way == 6) {
    to[t] = from[t];
    for (unsigned i = 0; t == 0 && i < 512; ++i) to[0] += numbers[i];
  }
  if (way != 3) return;
  for (unsigned i = t; i < 512; i += blockDim.x) tile[i] = from[i];
  __syncthreads();
  for (unsigned i = 0; t == 0 && i < 512; ++i) tile[i] += i;
  __syncthreads();
  for (unsigned i = t; i < 512; i += blockDim.x) to[i] = tile[i];
}

__global__ void sums_in_a_way(const int* data, int* sum, int way) {
  __shared__ int tile[512];
  const unsigned t = threadIdx.x;
  tile[t] = data[t];
  __syncthreads();
  for (unsigned stride = 256; way == 0 && stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  for (unsigned i = 1; way == 1 && t == 0 && i < 512; ++i) tile[0] += tile[i];
  for (unsigned i = 1; way == 2 && i < 512; ++i) {
    const int seen = tile[(t + i) % 512];
    if (t == 0) tile[0] += seen;
    tile[t] += 0 * (t == 0);
  }
  if (way == 4 && t == 0) tile[0] = sum_of(tile, 512);
  if (way == 5) {
    const volatile int* const other = data + (t ^ 1);
    tile[t] ^= *other;
    tile[t] ^= *other;
    __syncthreads();
    for (unsigned i = 1; t == 0 && i < 512; ++i) tile[0] += tile[i];
  }
  int votes = 0;
  for (unsigned bit = 0; way == 3 && bit < 10; ++bit)
    votes += __syncthreads_count(tile[t] >> bit & 1) << bit;
  if (t == 0) *sum = way == 3 ? votes : tile[0];
}
