// The block that finishes last adds up what all blocks have found.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned BLOCKS = 4, THREADS = 64;

enum class fence { none, of_block, of_device };
enum class access { plain, is_volatile };

template <fence Fence>
__device__ void put_fence() {
  if (Fence == fence::of_block) __threadfence_block();
  if (Fence == fence::of_device) __threadfence();
}

template <access Access>
__device__ int load(const int* from) {
  if (Access == access::is_volatile) return *static_cast<const volatile int*>(from);
  return *from;
}
template <access Access>
__device__ void store(int* to, int value) {
  if (Access == access::is_volatile)
    *static_cast<volatile int*>(to) = value;
  else
    *to = value;
}

// As in the CUDA samples: thread 0 writes, fences and counts, and tells its block.
template <fence Before, fence Behind, access Access, bool Barrier>
__global__ void sum_in_last_block(const int* in, int* partial, unsigned* done, int* out) {
  __shared__ int sums[THREADS];
  __shared__ bool is_last;
  const unsigned t = threadIdx.x;
  sums[t] = in[blockIdx.x * THREADS + t];
  for (unsigned d = THREADS / 2; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) sums[t] += sums[t + d];
  }
  if (t == 0) {
    store<Access>(&partial[blockIdx.x], sums[0]);
    put_fence<Before>();
    is_last = atomicInc(done, BLOCKS - 1) == BLOCKS - 1;
    put_fence<Behind>();
  }
  if (Barrier) __syncthreads();
  if (!is_last || t != THREADS - 1) return;
  int sum = 0;
  for (unsigned i = 0; i < BLOCKS; ++i) sum += load<Access>(&partial[i]);
  *out = sum;
}

// The last one sets the count back with a plain store, for the next launch: it comes behind all
// counts, of which the last has seen the others.
template <bool AtomicOfDevice, bool ByLast>
__global__ void count_and_reset(unsigned* done) {
  if (threadIdx.x != 0) return;
  const unsigned before = AtomicOfDevice ? atomicAdd(done, 1) : atomicAdd_block(done, 1);
  if (before == (ByLast ? gridDim.x - 1 : 1)) *done = 0;
}

// Every thread has results of its own, and all fence before their block counts itself.
template <fence Fence, bool Barrier, bool AtomicCount>
__global__ void gather_in_last_block(int* results, unsigned* done, int* out) {
  __shared__ bool is_last;
  const unsigned t = threadIdx.x;
  results[blockIdx.x * THREADS + t] = t;
  put_fence<Fence>();
  if (Barrier) __syncthreads();
  if (t == 0) {
    unsigned before;
    if (AtomicCount)
      before = atomicAdd(done, 1);
    else
      before = (*done)++;
    is_last = before == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += results[b * THREADS + t];
  out[t] = sum;
}

template <class Kernel>
void sum(Kernel kernel) {
  auto in = ints(BLOCKS * THREADS, 1), partial = ints(BLOCKS), out = ints(1);
  auto done = filled(1, 0u);
  kernel<<<BLOCKS, THREADS>>>(in.data(), partial.data(), done.data(), out.data());
}
template <class Kernel>
void reset(Kernel kernel) {
  auto done = filled(1, 0u);
  kernel<<<BLOCKS, THREADS>>>(done.data());
}
template <class Kernel>
void gather(Kernel kernel) {
  auto results = ints(BLOCKS * THREADS), out = ints(THREADS);
  auto done = filled(1, 0u);
  kernel<<<BLOCKS, THREADS>>>(results.data(), done.data(), out.data());
}

}  // namespace

// The sample has no fence behind the count: the barrier of the block is taken for one.
CASE(last_block_as_in_samples, "clean") {
  sum(sum_in_last_block<fence::of_device, fence::none, access::plain, with>);
}
CASE(last_block_with_both_fences, "clean") {
  sum(sum_in_last_block<fence::of_device, fence::of_device, access::plain, with>);
}
CASE(last_block_with_volatile_results, "clean") {
  sum(sum_in_last_block<fence::of_device, fence::none, access::is_volatile, with>);
}
CASE(last_block_without_fence, "race global") {
  sum(sum_in_last_block<fence::none, fence::of_device, access::plain, with>);
}
CASE(last_block_with_fence_of_block, "scope global") {
  sum(sum_in_last_block<fence::of_block, fence::of_device, access::plain, with>);
}
CASE(last_block_without_barrier, "race global, race shared") {
  sum(sum_in_last_block<fence::of_device, fence::of_device, access::plain, without>);
}
CASE(last_block_sets_count_back, "clean") { reset(count_and_reset<with, with>); }
CASE(last_block_sets_count_of_blocks_back, "scope global") {
  reset(count_and_reset<without, with>);
}
CASE(second_block_sets_count_back, "race global") { reset(count_and_reset<with, without>); }
CASE(last_block_gathers, "clean") { gather(gather_in_last_block<fence::of_device, with, with>); }
CASE(last_block_gathers_without_fence, "race global") {
  gather(gather_in_last_block<fence::none, with, with>);
}
CASE(last_block_gathers_with_fence_of_block, "scope global") {
  gather(gather_in_last_block<fence::of_block, with, with>);
}
CASE(last_block_counted_before_all_have_written, "race global") {
  gather(gather_in_last_block<fence::of_device, without, with>);
}
CASE(last_block_counted_plainly, "race global") {
  gather(gather_in_last_block<fence::of_device, with, without>);
}
