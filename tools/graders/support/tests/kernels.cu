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

__global__ void faulty_sum(const int* data, int* partial, unsigned size, int fault) {
  __shared__ int tile[64];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  const unsigned end = fault == 1 ? size - 1 : size;  // then the last element is nobody's
  tile[t] = i < end ? data[i] : 0;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > (fault == 2 ? 1 : 0); stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = fault == 3 ? tile[0] + data[0] : tile[0];
}

__global__ void faulty_copy(const int* from, int* to, unsigned size, unsigned stride) {
  const unsigned i = stride * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < size) to[i] = from[i];
}

// Each goes wrong in the second line of its body; the last one in both.
__global__ void copies_but_the_last(const int* from, int* to, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < size) to[i] = from[i];
}
__global__ void copies_a_part(const int* from, int* to, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size / 3 * blockIdx.x) to[i] = from[i];
}
__global__ void copies_by_twos(const int* from, int* to, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) to[i] = from[i] * 3;
}
__global__ void copies_wrongly(const int* from, int* to, unsigned size) {
  const unsigned i = 3 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < size) to[i] = from[i] * 3 + 7;
}
__global__ void copies_the_other_way_round(const int* from, int* to, unsigned size) {
  const unsigned i = threadIdx.x * blockDim.x + blockIdx.x;
  if (i < size) to[i] = from[i];
}

void slightly_wrong_copy(const int* from, int* to, unsigned size, int fault) {
  if (fault == 1) copies_but_the_last<<<3, 64>>>(from, to, size);
  if (fault == 2) copies_a_part<<<3, 64>>>(from, to, size);
  if (fault == 3) copies_by_twos<<<3, 64>>>(from, to, size);
  if (fault == 4) copies_wrongly<<<3, 64>>>(from, to, size);
  if (fault == 5) copies_the_other_way_round<<<3, 64>>>(from, to, size);
}

__global__ void copies_by_way_of(const int* from, int* to, int way) {
  __shared__ float tile[64];
  const unsigned t = threadIdx.x;
  if (way == 1) tile[t] = from[t];
  if (way == 2) to[t] = from[t] > from[t + 1];
  if (way == 1) to[t] = tile[t];
}
__global__ void sums_itself(const int* data, int* result) {
  int sum = data[threadIdx.x];
  for (int by = 16; by > 0; by /= 2) sum += __shfl_up_sync(~0u, sum, by);
  if (threadIdx.x == 0) *result = sum;
}

__global__ void copies_what_it_finds(const int* from, int* to, int* count, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size && from[i] > 0) to[i / 32] = from[i];
  if (i < size && i % 32 == 0) count[i / 32] = from[i];
}
