// Spin locks around a count that is not atomic.
#include "cases.hpp"

using namespace check_cases;

namespace {

enum class fence { none, of_block, of_device };

template <fence Fence>
__device__ void put_fence() {
  if (Fence == fence::of_block) __threadfence_block();
  if (Fence == fence::of_device) __threadfence();
}

template <fence Behind, fence Before>
__global__ void count_under_lock(int* lock, int* count) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  put_fence<Behind>();
  *count += 1;
  put_fence<Before>();
  atomicExch(lock, 0);
}

// All lanes of a warp want the lock: each takes it in a turn of the loop.
template <bool Fences>
__global__ void count_under_lock_in_each_lane(int* lock, int* count) {
  for (bool done = false; !done;) {
    if (atomicCAS(lock, 0, 1) != 0) continue;
    if (Fences) __threadfence();
    *count += 1;
    if (Fences) __threadfence();
    atomicExch(lock, 0);
    done = true;
  }
}

// The lock is a bit of the very word that it guards. While it is held, another block tries to set
// it, which changes nothing; or, `Clears`, it clears it.
template <bool Clears>
__global__ void count_beside_lock_bit(int* steps, int* memory) {
  constexpr unsigned bit = 1u << 31;
  auto* const word = reinterpret_cast<unsigned*>(memory);
  volatile unsigned* const held = word;
  volatile int* const done = steps;
  if (blockIdx.x == 0) {
    atomicOr(word, bit);
    const unsigned seen = *held;
    done[0] = 1;
    while (done[1] == 0) continue;
    *held = seen + 1;
  } else if (blockIdx.x == 1) {
    while (done[0] == 0) continue;
    if (Clears)
      atomicAnd(word, ~bit);
    else
      atomicOr(word, bit);
    done[1] = 1;
  }
}

// It looks whether there is anything to do before it takes the lock. Whoever then trusts what it
// saw loses what others have done in between.
template <bool LooksAgain>
__global__ void count_up_to_a_limit(int* lock, int* memory) {
  volatile int* const count = memory;
  if (threadIdx.x != 0) return;
  for (int i = 0; i < 4; ++i) {
    int seen = *count;
    if (seen >= 100) return;
    while (atomicCAS(lock, 0, 1) != 0) continue;
    __threadfence();
    if (LooksAgain) seen = *count;
    if (seen < 100) *count = seen + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

// The lock is left by a plain or a volatile store.
template <bool Volatile>
__global__ void count_and_leave_by_store(int* lock, int* count) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *count += 1;
  __threadfence();
  if (Volatile)
    *static_cast<volatile int*>(lock) = 0;
  else
    *lock = 0;
}

// Atomic operations that other blocks need not see.
__global__ void count_under_lock_of_block(int* lock, int* count) {
  if (threadIdx.x != 0) return;
  while (atomicCAS_block(lock, 0, 1) != 0) {
  }
  __threadfence();
  *count += 1;
  __threadfence();
  atomicExch_block(lock, 0);
}

// A lock for each block, in shared memory, guards what all blocks share.
template <bool Shared>
__global__ void count_under_lock_in_shared_memory(int* counts) {
  __shared__ int lock;
  if (threadIdx.x == 0) lock = 0;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  counts[Shared ? 0 : blockIdx.x] += 1;
  __threadfence();
  atomicExch(&lock, 0);
}

// Two locks for one count.
__global__ void count_under_different_locks(int* locks, int* count) {
  if (threadIdx.x != 0) return;
  int* const lock = &locks[blockIdx.x % 2];
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *count += 1;
  __threadfence();
  atomicExch(lock, 0);
}

// One of the two sides forgets the lock.
template <bool LockedRead>
__global__ void write_under_lock_and_read(int* lock, int* value, int* out) {
  if (blockIdx.x == 0 || LockedRead) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    if (blockIdx.x == 0)
      *value = 1;
    else
      *out = *value;
    __threadfence();
    atomicExch(lock, 0);
  } else {
    *out = *value;
  }
}

// Thread 0 holds the lock while its whole block works.
template <bool Barriers>
__global__ void work_under_lock_of_thread_0(int* lock, int* data) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
  }
  if (Barriers) __syncthreads();
  data[threadIdx.x] += 1;
  if (Barriers) __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}

// Tickets: served in the order in which they were drawn.
template <bool Fences>
__global__ void count_by_tickets(unsigned* next, volatile unsigned* serving, int* count) {
  if (threadIdx.x != 0) return;
  const unsigned mine = atomicAdd(next, 1);
  while (*serving != mine) {
  }
  if (Fences) __threadfence();
  *count += 1;
  if (Fences) __threadfence();
  *serving = mine + 1;
}

// Whoever comes second waits for ever.
__global__ void count_and_keep_lock(int* lock, int* count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *count += 1;
}

template <class Kernel>
void count(Kernel kernel, unsigned threads = 1) {
  auto lock = ints(2), counts = ints(64);
  kernel<<<4, threads>>>(lock.data(), counts.data());
}

}  // namespace

CASE(lock_with_fences, "clean") { count(count_under_lock<fence::of_device, fence::of_device>); }
CASE(lock_without_fences, "race global") { count(count_under_lock<fence::none, fence::none>); }
CASE(lock_without_fence_behind, "race global") {
  count(count_under_lock<fence::none, fence::of_device>);
}
CASE(lock_without_fence_before_its_end, "race global") {
  count(count_under_lock<fence::of_device, fence::none>);
}
CASE(lock_with_fences_of_block, "scope global") {
  count(count_under_lock<fence::of_block, fence::of_block>);
}
CASE(lock_for_each_lane, "clean") { count(count_under_lock_in_each_lane<with>, 32); }
CASE(lock_for_each_lane_without_fences, "race global") {
  count(count_under_lock_in_each_lane<without>, 32);
}
CASE(lock_left_by_volatile_store, "clean") { count(count_and_leave_by_store<with>); }
CASE(lock_left_by_plain_store, "race global") { count(count_and_leave_by_store<without>); }
CASE_FOR_EMULATOR(lock_never_left, "deadlock") { count(count_and_keep_lock); }
CASE(lock_bit_in_the_word_it_guards, "clean") { count(count_beside_lock_bit<without>); }
CASE(lock_bit_that_another_block_clears, "race global") { count(count_beside_lock_bit<with>); }
CASE(lock_for_a_second_look, "clean") { count(count_up_to_a_limit<with>); }
CASE(lock_behind_the_only_look, "race global") { count(count_up_to_a_limit<without>); }
CASE(lock_of_block_scope, "scope global") { count(count_under_lock_of_block); }
CASE(lock_in_shared_memory_for_own_count, "clean") {
  auto counts = ints(4);
  count_under_lock_in_shared_memory<without><<<4, 128>>>(counts.data());
}
CASE(lock_in_shared_memory_for_count_of_all, "race global") {
  auto counts = ints(4);
  count_under_lock_in_shared_memory<with><<<4, 128>>>(counts.data());
}
CASE(lock_is_another_one, "race global") { count(count_under_different_locks); }
CASE(lock_of_writer_and_reader, "clean") {
  auto lock = ints(1), value = ints(1), out = ints(1);
  write_under_lock_and_read<with><<<2, 1>>>(lock.data(), value.data(), out.data());
}
CASE(lock_of_writer_only, "race global") {
  auto lock = ints(1), value = ints(1), out = ints(1);
  write_under_lock_and_read<without><<<2, 1>>>(lock.data(), value.data(), out.data());
}
CASE(lock_held_for_a_block, "clean") { count(work_under_lock_of_thread_0<with>, 64); }
CASE(lock_held_for_a_block_without_barriers, "race global") {
  count(work_under_lock_of_thread_0<without>, 64);
}
CASE(lock_by_tickets, "clean") {
  auto next = filled(1, 0u), serving = filled(1, 0u);
  auto counts = ints(1);
  count_by_tickets<with><<<4, 1>>>(next.data(), serving.data(), counts.data());
}
CASE(lock_by_tickets_without_fences, "race global") {
  auto next = filled(1, 0u), serving = filled(1, 0u);
  auto counts = ints(1);
  count_by_tickets<without><<<4, 1>>>(next.data(), serving.data(), counts.data());
}
