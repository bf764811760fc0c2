// Work shared between blocks by atomic operations and locks of different scopes; semaphores and
// latches of libcu++.
#include "cases.hpp"

#include <cuda/latch>
#include <cuda/semaphore>

using namespace check_cases;

namespace {

constexpr unsigned BLOCKS = 2, THREADS = 32;

// Each block takes from its own queue, and then from its neighbour's.
template <bool Wide>
__global__ void steal(int* heads, int* done) {
  const auto take = [&](unsigned queue, bool own) {
    return own && !Wide ? atomicAdd_block(&heads[queue], 1) : atomicAdd(&heads[queue], 1);
  };
  for (int at; (at = take(blockIdx.x, true)) < 64;) atomicAdd(&done[blockIdx.x * 64 + at], 1);
  const unsigned other = (blockIdx.x + 1) % BLOCKS;
  for (int at; (at = take(other, false)) < 64;) atomicAdd(&done[other * 64 + at], 1);
}
// Block 0 counts for itself only; the others look.
template <bool Wide>
__global__ void count_and_look(int* count, int* out) {
  if (blockIdx.x == 0) {
    if (Wide)
      atomicAdd(count, 1);
    else
      atomicAdd_block(count, 1);
  } else {
    out[threadIdx.x] = *static_cast<volatile int*>(count);
  }
}
// The lock is of the device, the fences within are of the block.
__global__ void count_with_narrow_fences(int* lock, int* count) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence_block();
  *count += 1;
  __threadfence_block();
  atomicExch(lock, 0);
}
// In shared memory a scope of the block is wide enough.
__global__ void count_in_block(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd_block(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = count;
}

template <bool Release>
__global__ void wait_at_latch(int* data, int* out) {
  __shared__ cuda::latch<cuda::thread_scope_block>* there;
  __shared__ alignas(8) char room[sizeof(cuda::latch<cuda::thread_scope_block>)];
  if (threadIdx.x == 0) there = new (room) cuda::latch<cuda::thread_scope_block>(32);
  __syncthreads();
  if (threadIdx.x < 32) {
    if (!Release) there->count_down();
    data[threadIdx.x] = static_cast<int>(threadIdx.x);
    if (Release) there->count_down();
  } else {
    there->wait();
    out[threadIdx.x] = data[63 - threadIdx.x];
  }
}
using semaphore = cuda::binary_semaphore<cuda::thread_scope_device>;
template <bool Guarded>
__global__ void count_under_semaphore(semaphore* free, int* count) {
  if (threadIdx.x != 0) return;
  if (Guarded) free->acquire();
  *count += 1;
  if (Guarded) free->release();
}
__global__ void make_semaphore(semaphore* at) { new (at) semaphore(1); }

template <class Kernel>
void two(Kernel kernel, unsigned threads = THREADS) {
  auto first = ints(64), second = ints(256);
  kernel<<<BLOCKS, threads>>>(first.data(), second.data());
}
template <class Kernel>
void with_semaphore(Kernel kernel) {
  lockstep::device_buffer<semaphore> free(1);
  auto count = ints(1);
  make_semaphore<<<1, 1>>>(free.data());
  kernel<<<4, 1>>>(free.data(), count.data());
}

}  // namespace

CASE(steal_with_wide_scope, "clean") { two(steal<with>); }
CASE(steal_with_narrow_scope, "scope global") { two(steal<without>); }
CASE(look_at_wide_count, "clean") { two(count_and_look<with>); }
CASE(look_at_narrow_count, "scope global") { two(count_and_look<without>); }
CASE(lock_with_narrow_fences, "scope global") { two(count_with_narrow_fences); }
CASE(count_of_block_in_shared, "clean") {
  auto out = ints(BLOCKS);
  count_in_block<<<BLOCKS, 64>>>(out.data());
}
CASE(latch, "clean") {
  auto data = ints(64), out = ints(64);
  wait_at_latch<with><<<1, 64>>>(data.data(), out.data());
}
CASE(latch_counted_down_before_writing, "race global") {
  auto data = ints(64), out = ints(64);
  wait_at_latch<without><<<1, 64>>>(data.data(), out.data());
}
CASE(semaphore_as_lock, "clean") { with_semaphore(count_under_semaphore<with>); }
CASE(semaphore_not_taken, "race global") { with_semaphore(count_under_semaphore<without>); }
