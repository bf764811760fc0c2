// racecheck and initcheck.
#include "examples.hpp"

#include <unistd.h>

#include <cstdio>

using report_examples::zeros;

namespace {

// [uninitialized_read]
__global__ void count_odd(const int* data, int* result) {
  __shared__ int odd;  // never set to 0
  if (data[threadIdx.x] % 2 == 1) atomicAdd(&odd, 1);
  __syncthreads();
  if (threadIdx.x == 0) *result = odd;
}
// [end]

// [race]
__global__ void reverse(int* data) {
  __shared__ int tile[256];
  tile[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = tile[255 - threadIdx.x];
}
// [end]

// [race_one_statement]
__global__ void histogram(const int* data, int* result) {
  __shared__ int counts[4];
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  counts[data[threadIdx.x] % 4] += 1;
  __syncthreads();
  if (threadIdx.x < 4) result[threadIdx.x] = counts[threadIdx.x];
}
// [end]

// [race_in_place]
__global__ void add_left(int* data) {
  __shared__ int sums[256];
  sums[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  if (threadIdx.x > 0) sums[threadIdx.x] += sums[threadIdx.x - 1];
  __syncthreads();
  data[threadIdx.x] = sums[threadIdx.x];
}
// [end]

// [race_behind_return]
__global__ void add_next(const int* data, int* sums, int n) {
  __shared__ int tile[64];
  const int i = threadIdx.x;
  if (i >= n) return;
  tile[i] = data[i];
  sums[i] = tile[i] + tile[(i + 1) % n];
}
// [end]

// [race_same_index]
__global__ void count_up(int* numbers) {
  const int i = threadIdx.x;  // and the block?
  numbers[i] = blockIdx.x * blockDim.x + threadIdx.x;
}
// [end]

// [race_between_blocks]
__global__ void sum_all(const int* data, int* sum) {
  *sum += data[blockIdx.x * blockDim.x + threadIdx.x];
}
// [end]

// [race_under_a_flag]
__global__ void pass_on(int* data, volatile int* ready) {
  if (blockIdx.x == 0) {
    *data = 42;
    *ready = 1;
  } else {
    while (*ready == 0) continue;
    *data += 1;
  }
}
// [end]

// [race_same_value]
__global__ void any_negative(const int* data, int* found) {
  if (data[blockIdx.x * blockDim.x + threadIdx.x] < 0) *found = 1;
}
// [end]

// [race_on_two_lines]
__global__ void count_blocks(int* done) {
  if (threadIdx.x != 0) return;
  int before = *done;
  for (int i = 0; i < 3; ++i) before = before * 2 + i;
  *done = before;
}
// [end]

// [race_for_an_index]
__global__ void collect(const int* data, int* size, int* list) {
  if (data[threadIdx.x] != 0) return;
  const int at = (*size)++;
  list[at] = threadIdx.x;
}
// [end]

// [race_lost_update]
__global__ void count_all(volatile int* count) { *count = *count + 1; }
// [end]

// [race_lost_largest]
__global__ void largest(const int* data, volatile int* best) {
  const int mine = data[blockIdx.x * blockDim.x + threadIdx.x];
  if (mine > *best) *best = mine;
}
// [end]

// [race_of_volatile_writes]
__global__ void last_block(volatile int* last) {
  if (threadIdx.x == 0) *last = blockIdx.x;
}
// [end]

// [race_with_the_host]
__global__ void count_even(const int* data, int* count) {
  if (data[threadIdx.x] % 2 == 0) atomicAdd(count, 1);
}
// [end]

// [race_under_a_lock]
__global__ void count_under_lock(int* count, int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) continue;
  *count += 1;
  atomicExch(lock, 0);
}
// [end]

// [warp_race]
__global__ void neighbour(int* data) {
  __shared__ int tile[32];
  tile[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = tile[(threadIdx.x + 1) % 32];
}
// [end]

// [warp_race_volatile]
__global__ void last_steps(int* data) {
  __shared__ volatile int sums[64];
  const int i = threadIdx.x;
  sums[i] = data[i];
  sums[i + 32] = data[i + 32];
  if (i < 16) sums[i] += sums[i + 16];
  if (i < 8) sums[i] += sums[i + 8];
  data[i] = sums[i];
}
// [end]

// [scope]
__global__ void hand_over(int* data, int* ready) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence_block();  // for the threads of this block only
    atomicExch(ready, 1);
  } else {
    while (atomicAdd(ready, 0) == 0) continue;
    __threadfence_block();
    data[1] = data[0];
  }
}
// [end]

// [race_in_a_loop]
__global__ void fold(int* data) {
  __shared__ int sums[128];
  const unsigned t = threadIdx.x;
  sums[t] = data[t];
  __syncthreads();
  for (unsigned half = 64; half > 0; half /= 2)
    if (t < half) sums[t] += sums[t + half];
  if (t == 0) data[0] = sums[0];
}
// [end]

}  // namespace

EXAMPLE(uninitialized_read) { count_odd<<<1, 32>>>(zeros(32), zeros(1)); }
EXAMPLE(race) { reverse<<<1, 256>>>(zeros(256)); }
// For counts.sh: what is counted must be in the report, however the process ends.
EXAMPLE(three_launches_and_no_exit) {
  int* data = zeros(256);
  for (int i = 0; i < 3; ++i) reverse<<<1, 256>>>(data);
  _exit(0);
}
EXAMPLE(race_one_statement) { histogram<<<1, 64>>>(zeros(64), zeros(4)); }
EXAMPLE(race_in_place) { add_left<<<1, 256>>>(zeros(256)); }
EXAMPLE(race_in_a_loop) { fold<<<1, 128>>>(zeros(128)); }
EXAMPLE(race_behind_return) { add_next<<<1, 64>>>(zeros(64), zeros(64), 40); }
EXAMPLE(race_same_index) { count_up<<<4, 64>>>(zeros(256)); }
EXAMPLE(race_between_blocks) { sum_all<<<4, 1>>>(zeros(4), zeros(1)); }
EXAMPLE(race_on_two_lines) { count_blocks<<<4, 32>>>(zeros(1)); }
EXAMPLE(race_for_an_index) { collect<<<1, 64>>>(zeros(64), zeros(1), zeros(64)); }
EXAMPLE(race_lost_update) { count_all<<<4, 256>>>(zeros(1)); }
EXAMPLE(race_lost_largest) {
  int* data = zeros(8);
  const int values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
  largest<<<8, 1>>>(data, zeros(1));
}
EXAMPLE(race_of_volatile_writes) { last_block<<<4, 32>>>(zeros(1)); }
EXAMPLE(race_with_the_host) {
  int* data = zeros(64);
  // [race_with_the_host]

  int* count;
  cudaMallocManaged(&count, sizeof *count);
  *count = 0;
  count_even<<<1, 64>>>(data, count);
  if (*count == 0) std::puts("none is even");
  // [end]
  cudaFree(count);
}
EXAMPLE(race_under_a_lock) { count_under_lock<<<4, 1>>>(zeros(1), zeros(1)); }
EXAMPLE(race_under_a_flag) { pass_on<<<2, 1>>>(zeros(1), zeros(1)); }
EXAMPLE(race_same_value) {
  int* data = zeros(256);
  cudaMemset(data, 0xff, 256 * sizeof(int));
  any_negative<<<8, 32>>>(data, zeros(1));
}
EXAMPLE(warp_race) { neighbour<<<1, 32>>>(zeros(32)); }
EXAMPLE(warp_race_volatile) { last_steps<<<1, 32>>>(zeros(64)); }
EXAMPLE(scope) { hand_over<<<2, 32>>>(zeros(2), zeros(1)); }

// At the end: what stands before it keeps its lines.
namespace {

// [warp_race_same_value]
__global__ void any_zero(const int* data, int* found) {
  for (int i = 0; i < 4; ++i) {
    if (data[4 * threadIdx.x + i] == 0) *found = 1;
  }
}
// [end]

}  // namespace

EXAMPLE(warp_race_same_value) { any_zero<<<1, 32>>>(zeros(128), zeros(1)); }
