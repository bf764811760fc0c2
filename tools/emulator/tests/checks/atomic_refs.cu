// cuda::atomic_ref: orders and scopes.
#include "cases.hpp"

#include <cuda/atomic>

using namespace check_cases;

namespace {

using cuda::memory_order;
constexpr auto relaxed = cuda::memory_order_relaxed, acquire = cuda::memory_order_acquire,
               release = cuda::memory_order_release, seq_cst = cuda::memory_order_seq_cst;
template <cuda::thread_scope Scope>
using ref = cuda::atomic_ref<int, Scope>;
constexpr auto of_block = cuda::thread_scope_block, of_device = cuda::thread_scope_device,
               of_system = cuda::thread_scope_system;

// Block 0 hands a value to block 1 (or, with one block, warp 0 to warp 1).
template <cuda::thread_scope Scope>
__global__ void hand_over(int* data, int* flag, int* out, memory_order store, memory_order load,
                          bool in_block) {
  if (threadIdx.x % 32 != 0) return;
  const bool writes = in_block ? threadIdx.x == 0 : blockIdx.x == 0;
  ref<Scope> ready(*flag);
  if (writes) {
    *data = 42;
    ready.store(1, store);
  } else {
    while (ready.load(load) == 0) {
    }
    *out = *data;
  }
}
// The order comes from fences beside relaxed accesses.
template <bool Release, bool Acquire>
__global__ void hand_over_by_fences(int* data, int* flag, int* out) {
  ref<of_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    if (Release) cuda::atomic_thread_fence(release, of_device);
    ready.store(1, relaxed);
  } else {
    while (ready.load(relaxed) == 0) {
    }
    if (Acquire) cuda::atomic_thread_fence(acquire, of_device);
    *out = *data;
  }
}
template <cuda::thread_scope Scope>
__global__ void count(int* counter) {
  ref<Scope>(*counter).fetch_add(1, relaxed);
}
template <bool AtomicRead>
__global__ void count_and_read(int* counter, int* out) {
  ref<of_device> c(*counter);
  c.fetch_add(1, relaxed);
  out[blockIdx.x * blockDim.x + threadIdx.x] = AtomicRead ? c.load(relaxed) : int(*counter);
}
// A lock: taken with acquire, left with release.
template <cuda::thread_scope Scope>
__global__ void count_under_lock(int* lock, int* counter, memory_order taking,
                                 memory_order leaving) {
  if (threadIdx.x != 0) return;
  ref<Scope> taken(*lock);
  while (taken.exchange(1, taking) == 1) {
  }
  *counter += 1;
  taken.store(0, leaving);
}
// A chain: block 1 hands on what it has from block 0, by an operation that reads and writes.
__global__ void hand_along(int* data, int* flag, int* out) {
  ref<of_device> stage(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    stage.store(1, release);
  } else {
    const int mine = static_cast<int>(blockIdx.x);
    for (int expected = mine; !stage.compare_exchange_weak(expected, mine + 1, relaxed);)
      expected = mine;
    if (mine == 3) {
      cuda::atomic_thread_fence(acquire, of_device);
      *out = *data;
    }
  }
}
// One publishes a pointer's target by a plain store of the index.
template <bool Atomic>
__global__ void publish_index(int* data, int* index, int* out) {
  if (blockIdx.x == 0) {
    data[7] = 42;
    if (Atomic)
      ref<of_device>(*index).store(7, release);
    else
      *index = 7;
  } else {
    const int at = Atomic ? ref<of_device>(*index).load(acquire) : int(*index);
    if (at != 0) out[0] = data[at];
  }
}

void hand_over_between_blocks(void (*kernel)(int*, int*, int*, memory_order, memory_order, bool),
                              memory_order store, memory_order load) {
  auto data = ints(1), flag = ints(1), out = ints(1);
  kernel<<<2, 1>>>(data.data(), flag.data(), out.data(), store, load, false);
}
template <class Kernel>
void lock(Kernel kernel, memory_order taking, memory_order leaving) {
  auto taken = ints(1), counter = ints(1);
  kernel<<<4, 1>>>(taken.data(), counter.data(), taking, leaving);
}
template <class Kernel>
void three(Kernel kernel, unsigned blocks = 2) {
  auto data = ints(8), flag = ints(1), out = ints(1);
  kernel<<<blocks, 1>>>(data.data(), flag.data(), out.data());
}

}  // namespace

CASE(ref_release_acquire, "clean") {
  hand_over_between_blocks(hand_over<of_device>, release, acquire);
}
CASE(ref_of_system, "clean") { hand_over_between_blocks(hand_over<of_system>, release, acquire); }
CASE(ref_sequentially_consistent, "clean") {
  hand_over_between_blocks(hand_over<of_device>, seq_cst, seq_cst);
}
CASE(ref_relaxed_store, "race global") {
  hand_over_between_blocks(hand_over<of_device>, relaxed, acquire);
}
CASE(ref_relaxed_load, "race global") {
  hand_over_between_blocks(hand_over<of_device>, release, relaxed);
}
CASE(ref_of_block_between_blocks, "scope global") {
  hand_over_between_blocks(hand_over<of_block>, release, acquire);
}
CASE(ref_of_block_in_block, "clean") {
  auto data = ints(1), flag = ints(1), out = ints(1);
  hand_over<of_block><<<1, 64>>>(data.data(), flag.data(), out.data(), release, acquire, true);
}
CASE(ref_relaxed_with_fences, "clean") { three(hand_over_by_fences<with, with>); }
CASE(ref_relaxed_without_release_fence, "race global") {
  three(hand_over_by_fences<without, with>);
}
CASE(ref_relaxed_without_acquire_fence, "race global") {
  three(hand_over_by_fences<with, without>);
}
CASE(ref_counts, "clean") {
  auto counter = ints(1);
  count<of_device><<<2, 64>>>(counter.data());
}
CASE(ref_counts_for_block, "scope global") {
  auto counter = ints(1);
  count<of_block><<<2, 64>>>(counter.data());
}
CASE(ref_counts_and_reads, "clean") {
  auto counter = ints(1), out = ints(128);
  count_and_read<with><<<2, 64>>>(counter.data(), out.data());
}
CASE(ref_counts_and_reads_plainly, "race global") {
  auto counter = ints(1), out = ints(128);
  count_and_read<without><<<2, 64>>>(counter.data(), out.data());
}
CASE(ref_lock, "clean") { lock(count_under_lock<of_device>, acquire, release); }
CASE(ref_lock_taken_relaxed, "race global") { lock(count_under_lock<of_device>, relaxed, release); }
CASE(ref_lock_left_relaxed, "race global") { lock(count_under_lock<of_device>, acquire, relaxed); }
CASE(ref_lock_of_block, "scope global") { lock(count_under_lock<of_block>, acquire, release); }
CASE(ref_chain_of_updates, "clean") { three(hand_along, 4); }
CASE(ref_publishes_index, "clean") { three(publish_index<with>); }
CASE(ref_publishes_index_plainly, "race global") { three(publish_index<without>); }
