#include "kernels.hpp"

#include <cstdio>
#include <cstdlib>

__global__ void copies(const int* from, int* to) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
}

__global__ void copies_far_apart(const int* from, int* to) {
  const unsigned i = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  to[i] = from[i];
}

__global__ void parts_once(int* to) {
  const unsigned t = threadIdx.x;
  const int rounds = to[0];  // not known to the compiler, so that the branch stays one
  if (t % 2 == 0) {
    for (int i = 0; i < rounds; ++i) atomicAdd(to + 1 + t, 1);
  }
}

__global__ void meets_twice(int* to) {
  to[threadIdx.x] = 1;
  __syncthreads();
  to[blockDim.x - 1 - threadIdx.x] += 1;
  __syncthreads();
}

__global__ void collides(int* to) {
  __shared__ volatile int tile[64];
  tile[2 * threadIdx.x] = 1;
  to[threadIdx.x] = tile[2 * threadIdx.x];
}

__global__ void writes_to_null() { *static_cast<volatile int*>(nullptr) = 1; }

void says_and_exits(int code) {
  std::puts("to output");
  std::fputs("to errors\n", stderr);
  std::exit(code);
}
