// synccheck, and what stops a kernel whatever the checks.
#include <cooperative_groups.h>

#include "examples.hpp"

#include <cassert>

using report_examples::zeros;

namespace {

// [barrier_divergence]
__global__ void normalise(int* data, int n) {
  __shared__ int largest;
  const int i = threadIdx.x;
  if (i == 0) largest = 1;
  if (i < n) {
    __syncthreads();  // the threads from n on never come here
    data[i] /= largest;
  }
}
// [end]

// [barrier_mismatch]
__global__ void pass_on(int* data) {
  if (threadIdx.x < 32) {
    data[threadIdx.x] = 1;
    asm volatile("barrier.sync 1, 64;");
  } else {
    asm volatile("barrier.sync 1, 96;");
    data[threadIdx.x] = 2;
  }
}
// [end]

// [warp_mask]
__global__ void sum_of_pairs(int* data) {
  const int i = threadIdx.x;
  int value = data[i];
  if (i < 16) value += __shfl_xor_sync(0x000000ff, value, 1);  // lanes 8 to 15 are not in the mask
  data[i] = value;
}
// [end]

// [warp_mask_undefined]
__global__ void sum_of_twenty(const int* data, int* sum) {
  const int i = threadIdx.x;
  const unsigned mask = __ballot_sync(0xffffffff, i < 20);
  if (i >= 20) return;
  int value = data[i];
  for (int by = 16; by > 0; by /= 2)
    value += __shfl_down_sync(mask, value, by);  // lane 4 reads lane 20, and lane 0 then lane 4
  if (i == 0) *sum = value;
}
// [end]

// [warp_mask_by_chance]
__global__ void mark_odd(const int* data, unsigned* words, int n) {
  for (int i = threadIdx.x; i < n; i += 32) {
    const unsigned word = __ballot_sync(__activemask(), data[i] % 2 != 0);
    if (threadIdx.x == 0) words[i / 32] = word;
  }
}
// [end]

// [deadlock]
__global__ void wait_for_others(int* data) {
  if (threadIdx.x < 16) {
    __syncwarp();  // waits for all lanes of the warp
  } else {
    __syncthreads();  // so do these, elsewhere
  }
  data[threadIdx.x] = 1;
}
// [end]

// [deadlock_of_an_empty_loop]
__global__ void wait_for_plain_flag(int* flag) {
  if (blockIdx.x == 0) {
    while (*flag == 0) continue;  // the compiler reads it once
  } else {
    *flag = 1;
  }
}
// [end]

// [deadlock_of_blocks_without_a_place]
__global__ void all_then_next(int* data, unsigned* arrived) {
  data[blockIdx.x] = 1;
  __threadfence();
  atomicAdd(arrived, 1u);
  while (atomicAdd(arrived, 0u) < gridDim.x) continue;  // waits for blocks that wait for a place
  __threadfence();
  data[blockIdx.x] += atomicAdd(data + (blockIdx.x + 1) % gridDim.x, 0);
}
// [end]

// [timeout]
__global__ void wait_for_flag(volatile int* flag) {
  while (*flag == 0) continue;  // nobody sets it
}
// [end]

// [trap]
__global__ void give_up(const int* data) {
  if (data[threadIdx.x] == 0) __trap();
}
// [end]

// [trap_without_cooperation]
__global__ void all_then_first(int* data) {
  data[blockIdx.x] = 1;
  cooperative_groups::this_grid().sync();
  if (blockIdx.x == 0) data[0] += data[1];
}
// [end]

// [assert]
__global__ void halve(int* data) {
  assert(data[threadIdx.x] % 2 == 0);
  data[threadIdx.x] /= 2;
}
// [end]

// [stack_overflow]
__device__ __noinline__ int depth(int* data, int n) {
  int room[64];
  for (int i = 0; i < 64; ++i) room[i] = data[i] + n;
  return n < 0 ? 0 : 1 + depth(room, n + 1) + room[n % 64];  // n is never negative
}
__global__ void go_deep(int* data) { data[0] = depth(data, 0); }
// [end]

}  // namespace

EXAMPLE(barrier_divergence) { normalise<<<1, 64>>>(zeros(64), 48); }
EXAMPLE(barrier_mismatch) { pass_on<<<1, 64>>>(zeros(64)); }
EXAMPLE(warp_mask) { sum_of_pairs<<<1, 32>>>(zeros(32)); }
EXAMPLE(warp_mask_undefined) { sum_of_twenty<<<1, 32>>>(zeros(20), zeros(1)); }
EXAMPLE(warp_mask_by_chance) {
  mark_odd<<<1, 32>>>(zeros(100), reinterpret_cast<unsigned*>(zeros(4)), 100);
}
EXAMPLE(deadlock) { wait_for_others<<<1, 32>>>(zeros(32)); }
EXAMPLE(deadlock_of_an_empty_loop) { wait_for_plain_flag<<<2, 1>>>(zeros(1)); }
EXAMPLE(deadlock_of_blocks_without_a_place) {
  all_then_next<<<600, 1, 48 * 1024>>>(zeros(600), reinterpret_cast<unsigned*>(zeros(1)));
}
EXAMPLE(timeout) { wait_for_flag<<<1, 32>>>(zeros(1)); }
EXAMPLE(trap) { give_up<<<1, 32>>>(zeros(32)); }
EXAMPLE(trap_without_cooperation) { all_then_first<<<2, 1>>>(zeros(2)); }
EXAMPLE(assert) {
  int* data = zeros(32);
  const int three = 3;
  cudaMemcpy(data + 5, &three, sizeof three, cudaMemcpyHostToDevice);
  halve<<<1, 32>>>(data);
}
EXAMPLE(stack_overflow) { go_deep<<<1, 1>>>(zeros(64)); }
