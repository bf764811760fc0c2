// Twins of cases with plain accesses, in which `volatile` or a relaxed order has hidden the bug: it
// makes no read and write one operation.
#include "cases.hpp"

#include <cuda/atomic>

using namespace check_cases;

namespace {

constexpr unsigned THREADS = 128, BLOCKS = 4, BINS = 16;

__global__ void count(volatile int* c) { *c = *c + 1; }
__global__ void count_later(volatile int* c, int* out) {
  const int before = *c;
  out[blockIdx.x * blockDim.x + threadIdx.x] = before;
  *c = before + 1;
}
__global__ void largest(volatile int* best, const int* in) {
  const int mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (mine > *best) *best = mine;
}
// An atomic write is a write: what came between the comparison and the exchange is lost.
__global__ void largest_by_exchange(volatile int* best, const int* in) {
  const int mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (mine > *best) atomicExch(const_cast<int*>(best), mine);
}
__global__ void count_by_exchange(volatile int* c) { atomicExch(const_cast<int*>(c), *c + 1); }
__global__ void largest_of_both(volatile int* best, const int* in) {
  const int mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  *best = max(*best, mine);
}
__global__ void largest_of_many(volatile int* best, const int* in, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (in[i] > *best) *best = in[i];
}
__global__ void set_bit(volatile unsigned* bits) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  bits[i / 32] = bits[i / 32] | 1u << i % 32;
}
__global__ void histogram(volatile int* bins, const int* in) {
  ++bins[in[blockIdx.x * blockDim.x + threadIdx.x] % BINS];
}
__global__ void histogram_in_shared(int* bins, const int* in) {
  __shared__ volatile int mine[BINS];
  if (threadIdx.x < BINS) mine[threadIdx.x] = 0;
  __syncthreads();
  ++mine[in[blockIdx.x * blockDim.x + threadIdx.x] % BINS];
  __syncthreads();
  if (threadIdx.x < BINS) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
// One lane of each warp: none is lost within a warp.
__global__ void count_warps_in_shared(int* out) {
  __shared__ volatile int warps;
  if (threadIdx.x == 0) warps = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) warps = warps + 1;
  __syncthreads();
  if (threadIdx.x == 0) *out = warps;
}
// A place in a list, and what is put there.
__global__ void append(volatile int* size, int* list, const int* in) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (in[i] % 4 != 0) return;
  const int at = *size;
  *size = at + 1;
  list[at] = i;
}
// The count of blocks that are done: the last one may never come.
__global__ void last_block(volatile unsigned* done, volatile int* part, int* out) {
  if (threadIdx.x != 0) return;
  part[blockIdx.x] = 1;
  __threadfence();
  const unsigned before = *done;
  *done = before + 1;
  if (before != gridDim.x - 1) return;
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += part[b];
  *out = sum;
}
__global__ void relax(volatile int* distance, const int* edges, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int by_here = distance[i] + 1;
  const int to = edges[i] % static_cast<int>(n);
  if (by_here < distance[to]) distance[to] = by_here;
}
// Some add by an atomic operation, and some do not.
__global__ void count_both_ways(int* c) {
  if (blockIdx.x % 2 == 0)
    atomicAdd(c, 1);
  else
    *static_cast<volatile int*>(c) = *static_cast<volatile int*>(c) + 1;
}
// One block sets the count back while others count; the order in which they run does not matter.
template <bool FirstBlock>
__global__ void count_and_set_back(volatile int* c) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == (FirstBlock ? 0 : gridDim.x - 1))
    *c = 7;
  else
    *c = *c + 1;
}
// A lock without fences: the count may be read before the lock is taken.
__global__ void count_under_lock_without_fences(int* lock, volatile int* c) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *c = *c + 1;
  atomicExch(lock, 0);
}
__global__ void count_under_lock_of_block(int* lock, volatile int* c) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence_block();
  *c = *c + 1;
  __threadfence_block();
  atomicExch(lock, 0);
}
// Each block has its own lock.
__global__ void count_under_different_locks(int* locks, volatile int* c) {
  if (threadIdx.x != 0) return;
  int* const lock = &locks[blockIdx.x % 2];
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *c = *c + 1;
  __threadfence();
  atomicExch(lock, 0);
}
// Tickets that are drawn by hand.
__global__ void draw_tickets(volatile unsigned* next, volatile unsigned* serving, int* c) {
  if (threadIdx.x != 0) return;
  const unsigned mine = *next;
  *next = mine + 1;
  while (*serving < mine) {
  }
  __threadfence();
  *c += 1;
  __threadfence();
  *serving = mine + 1;
}
// What is read, kept over a barrier and written back is no more one operation.
__global__ void count_over_barrier(volatile int* c) {
  const int before = *c;
  __syncthreads();
  if (threadIdx.x == 0) *c = before + 1;
}
__global__ void last_one(volatile int* last) { *last = static_cast<int>(blockIdx.x); }
__global__ void set_back_beside_counts(int* c) {
  if (blockIdx.x == gridDim.x - 1)
    *static_cast<volatile int*>(c) = 0;
  else
    atomicAdd(c, 1);
}
__global__ void start_beside_counts(int* c) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *static_cast<volatile int*>(c) = 5;
  else
    atomicAdd(c, 1);
}

using relaxed = cuda::atomic_ref<int, cuda::thread_scope_device>;
__global__ void count_relaxed(int* c) {
  relaxed r(*c);
  r.store(r.load(cuda::memory_order_relaxed) + 1, cuda::memory_order_relaxed);
}
__global__ void largest_relaxed(int* best, const int* in) {
  relaxed r(*best);
  const int mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (mine > r.load(cuda::memory_order_relaxed)) r.store(mine, cuda::memory_order_relaxed);
}
__global__ void count_by_acquire_and_release(int* c) {
  relaxed r(*c);
  r.store(r.load(cuda::memory_order_acquire) + 1, cuda::memory_order_release);
}

template <class Kernel>
void on_count(Kernel kernel, unsigned threads = THREADS) {
  auto c = ints(1);
  kernel<<<BLOCKS, threads>>>(c.data());
}
template <class Kernel>
void on_values(Kernel kernel) {
  auto to = ints(BINS), in = numbers(BLOCKS * THREADS);
  kernel<<<BLOCKS, THREADS>>>(to.data(), in.data());
}
template <class Kernel>
void under_lock(Kernel kernel) {
  auto locks = ints(2), c = ints(1);
  kernel<<<BLOCKS, THREADS>>>(locks.data(), c.data());
}

}  // namespace

CASE(volatile_count, "race global") { on_count(count); }
CASE(volatile_count_of_one_each_block, "race global") { on_count(count, 1); }
CASE_THAT_SAYS(volatile_count_in_two_lines, "race global", "one of the two updates is lost") {
  auto c = ints(1), out = ints(BLOCKS * THREADS);
  count_later<<<BLOCKS, THREADS>>>(c.data(), out.data());
}
CASE(volatile_largest, "race global") { on_values(largest); }
CASE(volatile_largest_by_exchange, "race global") { on_values(largest_by_exchange); }
CASE(volatile_count_by_exchange, "race global") { on_count(count_by_exchange, 1); }
CASE(volatile_largest_of_both, "race global") { on_values(largest_of_both); }
CASE(volatile_largest_of_many, "race global") {
  auto best = ints(1), in = numbers(1000);
  largest_of_many<<<BLOCKS, THREADS>>>(best.data(), in.data(), 1000);
}
CASE(volatile_bits, "warp_race global") {
  auto bits = filled(BLOCKS * THREADS / 32, 0u);
  set_bit<<<BLOCKS, THREADS>>>(bits.data());
}
CASE(volatile_histogram, "race global") { on_values(histogram); }
CASE(volatile_histogram_in_shared_memory, "race shared") { on_values(histogram_in_shared); }
CASE(volatile_count_of_warps, "race shared") {
  auto out = ints(1);
  count_warps_in_shared<<<1, THREADS>>>(out.data());
}
CASE(volatile_size_of_list, "race global, warp_race global") {
  auto size = ints(1), list = ints(BLOCKS * THREADS), in = numbers(BLOCKS * THREADS);
  append<<<BLOCKS, THREADS>>>(size.data(), list.data(), in.data());
}
CASE(volatile_count_of_blocks_done, "race global") {
  auto done = filled(1, 0u);
  auto part = ints(BLOCKS), out = ints(1);
  last_block<<<BLOCKS, THREADS>>>(done.data(), part.data(), out.data());
}
CASE(volatile_distances, "race global") {
  std::vector<int> far(BLOCKS * THREADS), to(BLOCKS * THREADS);
  for (unsigned i = 0; i < far.size(); ++i) {
    far[i] = static_cast<int>(i * 37 % 100);
    to[i] = static_cast<int>(i % 5);
  }
  for (int i = 0; i < 5; ++i) far[static_cast<std::size_t>(i)] = 1000;
  lockstep::device_buffer<int> distance(far), edges(to);
  relax<<<BLOCKS, THREADS>>>(distance.data(), edges.data(), BLOCKS * THREADS);
}
CASE(volatile_count_beside_atomic, "race global") { on_count(count_both_ways, 1); }
CASE(volatile_count_set_back_before, "race global") { on_count(count_and_set_back<with>); }
CASE(volatile_count_set_back_behind, "race global") { on_count(count_and_set_back<without>); }
CASE(volatile_count_under_lock_without_fences, "race global") {
  under_lock(count_under_lock_without_fences);
}
CASE(volatile_count_under_lock_with_fences_of_block, "scope global") {
  under_lock(count_under_lock_of_block);
}
CASE(volatile_count_under_different_locks, "race global") {
  under_lock(count_under_different_locks);
}
CASE(volatile_tickets_drawn_by_hand, "race global") {
  auto next = filled(1, 0u), serving = filled(1, 0u);
  auto c = ints(1);
  draw_tickets<<<BLOCKS, THREADS>>>(next.data(), serving.data(), c.data());
}
CASE(volatile_count_over_barrier, "race global") { on_count(count_over_barrier); }
CASE(volatile_last_one, "race global (warning)") { on_count(last_one, 1); }
CASE(volatile_write_behind_atomics, "race global (warning)") {
  on_count(set_back_beside_counts, 1);
}
CASE(volatile_write_before_atomics, "race global (warning)") { on_count(start_beside_counts, 1); }
CASE(relaxed_count, "race global") { on_count(count_relaxed); }
CASE(relaxed_largest, "race global") { on_values(largest_relaxed); }
CASE(acquired_and_released_count, "race global") { on_count(count_by_acquire_and_release); }
