// cuda::barrier and cuda::pipeline in shared memory.
#include "cases.hpp"

#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <cuda/pipeline>

using namespace check_cases;

// An object in shared memory has a constructor, and nobody calls it: init() stands for it.
#pragma nv_diag_suppress static_var_with_dynamic_init

namespace {

using block_barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr unsigned THREADS = 64;

template <bool InitBarrier, bool Wait>
__global__ void reverse(int* data) {
  __shared__ int s[THREADS];
  __shared__ block_barrier meeting;
  if (threadIdx.x == 0) init(&meeting, THREADS);
  if (InitBarrier) __syncthreads();
  s[threadIdx.x] = data[threadIdx.x];
  auto token = meeting.arrive();
  if (Wait) meeting.wait(std::move(token));
  data[threadIdx.x] = s[THREADS - 1 - threadIdx.x];
}
// Too few arrive.
__global__ void wait_for_one_more(int* data) {
  __shared__ block_barrier meeting;
  if (threadIdx.x == 0) init(&meeting, THREADS + 1);
  __syncthreads();
  meeting.arrive_and_wait();
  data[threadIdx.x] = 1;
}
// In turns: a thread may come to the next one while others still read.
template <bool Twice>
__global__ void reverse_in_turns(int* data) {
  __shared__ int s[THREADS];
  __shared__ block_barrier meeting;
  if (threadIdx.x == 0) init(&meeting, THREADS);
  __syncthreads();
  for (int turn = 0; turn < 3; ++turn) {
    s[threadIdx.x] = data[threadIdx.x] + turn;
    meeting.arrive_and_wait();
    data[threadIdx.x] = s[THREADS - 1 - threadIdx.x];
    if (Twice) meeting.arrive_and_wait();
  }
}
// One warp arrives only, the other one waits.
template <bool Right>
__global__ void hand_over(int* data) {
  __shared__ int s[32];
  __shared__ block_barrier full;
  if (threadIdx.x == 0) init(&full, THREADS);
  __syncthreads();
  const unsigned lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    if (!Right) (void)full.arrive();
    s[lane] = data[lane];
    if (Right) (void)full.arrive();
  } else {
    full.arrive_and_wait();
    data[threadIdx.x] = s[31 - lane];
  }
}
template <bool Wait>
__global__ void copy_by_barrier(const int* in, int* out) {
  __shared__ int s[THREADS];
  __shared__ block_barrier arrived;
  if (threadIdx.x == 0) init(&arrived, THREADS);
  __syncthreads();
  cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int), arrived);
  if (Wait) arrived.arrive_and_wait();
  out[threadIdx.x] = s[THREADS - 1 - threadIdx.x];
}
// Copies of a thread for itself.
template <bool Wait>
__global__ void copy_by_pipeline(const int* in, int* out) {
  __shared__ int s[THREADS];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
  pipe.producer_commit();
  if (Wait) pipe.consumer_wait();
  out[threadIdx.x] = s[threadIdx.x];
  pipe.consumer_release();
}
// Two stages of copies ahead; the block shares what its threads have copied.
template <bool Barrier, unsigned Stages>
__global__ void copy_ahead(const int* in, int* out, unsigned turns) {
  __shared__ int s[2][THREADS];
  const unsigned t = threadIdx.x;
  const auto load = [&](unsigned turn) {
    if (turn < turns)
      __pipeline_memcpy_async(&s[turn % Stages][t], &in[turn * THREADS + t], sizeof(int));
    __pipeline_commit();
  };
  load(0);
  for (unsigned turn = 0; turn < turns; ++turn) {
    load(turn + 1);
    __pipeline_wait_prior(1);
    if (Barrier) __syncthreads();
    out[turn * THREADS + t] = s[turn % Stages][THREADS - 1 - t];
    __syncthreads();
  }
}

// A copy in bulk, of which the thread that asks for it reads a part itself.
template <bool Wait>
__global__ void copy_in_bulk(const int* in, int* out) {
  __shared__ alignas(16) int s[THREADS];
  __shared__ block_barrier arrived;
  if (threadIdx.x != 0) return;
  init(&arrived, 1);
  cuda::device::memcpy_async_tx(s, in, cuda::aligned_size_t<16>(sizeof s), arrived);
  auto token = cuda::device::barrier_arrive_tx(arrived, 1, sizeof s);
  if (Wait) arrived.wait(std::move(token));
  *out = s[5];
}

template <class Kernel>
void run(Kernel kernel) {
  auto data = numbers(THREADS);
  kernel<<<1, THREADS>>>(data.data());
}
template <class Kernel, class... Rest>
void copy(Kernel kernel, Rest... rest) {
  auto in = numbers(4 * THREADS), out = ints(4 * THREADS);
  kernel<<<1, THREADS>>>(in.data(), out.data(), rest...);
}

__device__ unsigned long long in_global_memory;
__global__ void arrive_elsewhere() {
  asm volatile("mbarrier.init.b64 [%0], 1;" ::"l"(&in_global_memory) : "memory");
}
}  // namespace

CASE(barrier_object, "clean") { run(reverse<with, with>); }
CASE(barrier_object_without_wait, "race shared") { run(reverse<with, without>); }
CASE_FOR_EMULATOR(barrier_object_counts_more_than_come, "deadlock") { run(wait_for_one_more); }
CASE(barrier_object_in_turns, "clean") { run(reverse_in_turns<with>); }
CASE(barrier_object_in_turns_once, "race shared") { run(reverse_in_turns<without>); }
CASE(barrier_object_hands_over, "clean") { run(hand_over<with>); }
CASE(barrier_object_told_before_writing, "race shared") { run(hand_over<without>); }
CASE(copy_with_barrier_object, "clean") { copy(copy_by_barrier<with>); }
CASE(copy_with_barrier_object_without_wait, "race shared") { copy(copy_by_barrier<without>); }
CASE(copy_in_bulk_with_wait, "clean") { copy(copy_in_bulk<with>); }
CASE(copy_in_bulk_without_wait, "race shared") { copy(copy_in_bulk<without>); }
CASE(copy_with_pipeline, "clean") { copy(copy_by_pipeline<with>); }
CASE(copy_with_pipeline_without_wait, "race shared") { copy(copy_by_pipeline<without>); }
CASE(copies_ahead, "clean") { copy(copy_ahead<with, 2>, 4); }
CASE(copies_ahead_without_barrier, "race shared") { copy(copy_ahead<without, 2>, 4); }
CASE(copies_ahead_in_one_buffer, "race shared") { copy(copy_ahead<with, 1>, 4); }
CASE_FOR_EMULATOR(barrier_object_in_global_memory, "barrier_mismatch") {
  arrive_elsewhere<<<1, 1>>>();
}
