// Lists of work that many threads fill and empty.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned BLOCKS = 2, THREADS = 64, N = BLOCKS * THREADS;

__device__ unsigned thread_number() { return blockIdx.x * blockDim.x + threadIdx.x; }

// A place in the list for each element that fits.
template <bool AtomicCount>
__global__ void keep_odd(const int* in, int* list, int* count) {
  const int value = in[thread_number()];
  if (value % 2 == 0) return;
  int at;
  if (AtomicCount)
    at = atomicAdd(count, 1);
  else
    at = (*count)++;
  list[at % N] = value;
}
__global__ void keep_odd_counted_in_block(const int* in, int* list, int* count) {
  const int value = in[thread_number()];
  if (value % 2 != 0) list[atomicAdd_block(count, 1)] = value;
}
// One addition for all lanes that have something.
template <bool Right>
__global__ void keep_odd_by_warps(const int* in, int* list, int* count) {
  const int value = in[thread_number()];
  const unsigned lane = threadIdx.x % 32, odd = __ballot_sync(0xffffffff, value % 2 != 0);
  int first = 0;
  if (lane == 0) first = atomicAdd(count, __popc(odd) - (Right ? 0 : 4));
  first = __shfl_sync(0xffffffff, first, 0);
  if (value % 2 != 0) list[first + __popc(odd & ((1u << lane) - 1))] = value;
}
// A list of the block first, then a place in the common one for all of it.
template <bool Barriers>
__global__ void keep_odd_by_blocks(const int* in, int* list, int* count) {
  __shared__ int mine[THREADS];
  __shared__ int size, first;
  if (threadIdx.x == 0) size = 0;
  __syncthreads();
  const int value = in[thread_number()];
  if (value % 2 != 0) mine[atomicAdd(&size, 1)] = value;
  if (Barriers) __syncthreads();
  if (threadIdx.x == 0) first = atomicAdd(count, size);
  if (Barriers) __syncthreads();
  if (static_cast<int>(threadIdx.x) < size) list[first + threadIdx.x] = mine[threadIdx.x];
}

// Reads the length while it grows.
template <bool Atomic>
__global__ void push_and_look(int* list, int* count, int* seen) {
  list[atomicAdd(count, 1)] = thread_number();
  seen[thread_number()] = Atomic ? atomicAdd(count, 0) : int(*count);
}

// Takes work until there is none; a task may make another one.
__global__ void take_work(const int* list, int count, int* next, int* done) {
  for (int at; (at = atomicAdd(next, 1)) < count;) atomicAdd(&done[list[at] % N], 1);
}
__global__ void take_work_plainly(const int* list, int count, int* next, int* done) {
  for (int at; (at = (*next)++) < count;) atomicAdd(&done[list[at] % N], 1);
}
__global__ void take_work_of_same_turn(int* list, int* first, int* last, int* done) {
  const int at = atomicAdd(first, 1);
  if (at >= atomicAdd(last, 0)) return;
  const int task = list[at];
  atomicExch(&done[task], 1);
  if (task % 4 == 0) list[atomicAdd(last, 1)] = task + 1;
}
// Each entry says itself when it is there.
template <bool Fence>
__global__ void take_work_that_is_ready(int* list, volatile int* ready, int* out) {
  const unsigned me = thread_number();
  if (me < 2) {
    list[me] = me;
    if (Fence) __threadfence();
    ready[me] = 1;
  } else if (me >= THREADS && me < THREADS + 2) {
    while (ready[me - THREADS] == 0) {
    }
    __threadfence();
    out[me] = list[me - THREADS];
  }
}

// A stack whose threads push and pop at once: places are handed out twice.
__global__ void push_and_pop(int* stack, int* top, int* out) {
  if (threadIdx.x % 2 == 0)
    stack[atomicAdd(top, 1)] = threadIdx.x;
  else
    out[thread_number()] = stack[atomicSub(top, 1) - 1];
}

// Turns of a search: filled by one kernel, emptied by the next.
__global__ void double_all(const int* list, int count, int* next, int* next_count) {
  const unsigned i = thread_number();
  if (i < static_cast<unsigned>(count)) next[atomicAdd(next_count, 1)] = 2 * list[i];
}

// Blocks take tasks and add new ones until none are left. In the order of their numbers the first
// block would do all of it by itself.
template <bool Atomic>
__global__ void split_tasks(int* slots, int* head, int* tail, int* left, int* done) {
  while (atomicAdd(left, 0) > 0) {
    const int at = atomicAdd(head, 0);
    if (at >= atomicAdd(tail, 0) || atomicCAS(head, at, at + 1) != at) continue;
    int size = 0;
    if (Atomic)
      while ((size = atomicAdd(&slots[at], 0)) == 0) continue;
    else
      size = slots[at];
    atomicAdd(done, 1);
    for (int half = 0; size > 1 && half < 2; ++half) {
      atomicAdd(left, 1);
      const int to = atomicAdd(tail, 1);
      if (Atomic)
        atomicExch(&slots[to], size / 2);
      else
        slots[to] = size / 2;
    }
    atomicSub(left, 1);
  }
}

template <class Kernel>
void keep(Kernel kernel) {
  auto in = numbers(N), list = ints(N), count = ints(1);
  kernel<<<BLOCKS, THREADS>>>(in.data(), list.data(), count.data());
}

template <class Kernel>
void split(Kernel kernel) {
  std::vector<int> first(256);
  first[0] = 64;
  lockstep::device_buffer<int> slots(first);
  auto head = ints(1), tail = ints(1, 1), left = ints(1, 1), done = ints(1);
  kernel<<<3, 1>>>(slots.data(), head.data(), tail.data(), left.data(), done.data());
}

}  // namespace

CASE(list_filled_atomically, "clean") { keep(keep_odd<with>); }
CASE(list_filled_plainly, "race global, warp_race global") { keep(keep_odd<without>); }
CASE(list_counted_for_the_block, "scope global") { keep(keep_odd_counted_in_block); }
CASE(list_filled_by_warps, "clean") { keep(keep_odd_by_warps<with>); }
CASE(list_filled_by_warps_with_overlap, "race global") { keep(keep_odd_by_warps<without>); }
CASE(list_filled_by_blocks, "clean") { keep(keep_odd_by_blocks<with>); }
CASE(list_filled_by_blocks_without_barriers, "race shared, warp_race shared") {
  keep(keep_odd_by_blocks<without>);
}
CASE(list_length_read_atomically, "clean") {
  auto list = ints(N), count = ints(1), seen = ints(N);
  push_and_look<with><<<BLOCKS, THREADS>>>(list.data(), count.data(), seen.data());
}
CASE(list_length_read_plainly, "race global") {
  auto list = ints(N), count = ints(1), seen = ints(N);
  push_and_look<without><<<BLOCKS, THREADS>>>(list.data(), count.data(), seen.data());
}
CASE(work_taken_atomically, "clean") {
  auto list = numbers(N), next = ints(1), done = ints(N);
  take_work<<<BLOCKS, 32>>>(list.data(), N, next.data(), done.data());
}
CASE(work_taken_plainly, "race global") {
  auto list = numbers(N), next = ints(1), done = ints(N);
  take_work_plainly<<<BLOCKS, 32>>>(list.data(), N, next.data(), done.data());
}
CASE(work_made_and_taken_without_order, "race global") {
  auto list = numbers(2 * N), first = ints(1), last = ints(1, 16), done = ints(4 * N);
  take_work_of_same_turn<<<8, 8>>>(list.data(), first.data(), last.data(), done.data());
}
CASE(work_that_is_ready, "clean") {
  auto list = ints(2), ready = ints(2), out = ints(N);
  take_work_that_is_ready<with><<<BLOCKS, THREADS>>>(list.data(), ready.data(), out.data());
}
CASE(work_that_is_ready_without_fence, "race global") {
  auto list = ints(2), ready = ints(2), out = ints(N);
  take_work_that_is_ready<without><<<BLOCKS, THREADS>>>(list.data(), ready.data(), out.data());
}
CASE(stack_pushed_and_popped_at_once, "race global") {
  auto stack = ints(2 * N), top = ints(1, N), out = ints(N);
  push_and_pop<<<BLOCKS, THREADS>>>(stack.data(), top.data(), out.data());
}
CASE(list_of_the_kernel_before, "clean") {
  auto a = numbers(N), b = ints(N), c = ints(N), counts = ints(2);
  double_all<<<BLOCKS, THREADS>>>(a.data(), N, b.data(), counts.data());
  double_all<<<BLOCKS, THREADS>>>(b.data(), N, c.data(), counts.data() + 1);
}
CASE(tasks_split_atomically, "clean") { split(split_tasks<with>); }
CASE(tasks_split_plainly, "race global") { split(split_tasks<without>); }
