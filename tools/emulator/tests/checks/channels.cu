// Data that goes from one block to another through a small buffer: rings, and values under a
// sequence number.
#include "cases.hpp"

#include <cuda/atomic>

using namespace check_cases;

namespace {

using number = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
using order = cuda::memory_order;

constexpr unsigned SLOTS = 4, ITEMS = 20, READERS = 3;

// One block writes, the other reads, and each has a count of its own.
template <order Gives, order Takes>
__global__ void pass_through_ring(int* slots, unsigned* taken, unsigned* given, int* out) {
  if (threadIdx.x != 0) return;
  number read(*taken), written(*given);
  for (unsigned i = 0; i < ITEMS; ++i) {
    if (blockIdx.x == 0) {
      while (i - read.load(Takes) >= SLOTS) {
      }
      slots[i % SLOTS] = static_cast<int>(i);
      written.store(i + 1, Gives);
    } else {
      while (written.load(Takes) <= i) {
      }
      out[i] = slots[i % SLOTS];
      read.store(i + 1, Gives);
    }
  }
}

// Odd while the pair is being written; readers try again.
__global__ void read_under_sequence(volatile unsigned* sequence, volatile int* pair, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (int i = 1; i <= 4; ++i) {
      *sequence = *sequence + 1;
      __threadfence();
      pair[0] = i;
      pair[1] = -i;
      __threadfence();
      *sequence = *sequence + 1;
    }
    return;
  }
  unsigned before = 0;
  int sum = 0;
  do {
    before = *sequence;
    __threadfence();
    sum = pair[0] + pair[1];
    __threadfence();
  } while (before % 2 != 0 || before != *sequence);
  out[blockIdx.x] = sum;
}

template <class Kernel>
void through_ring(Kernel kernel) {
  auto slots = ints(SLOTS), out = ints(ITEMS);
  auto taken = filled(1, 0u), given = filled(1, 0u);
  kernel<<<2, 32>>>(slots.data(), taken.data(), given.data(), out.data());
}

}  // namespace

CASE(ring_by_release_and_acquire, "clean") {
  through_ring(pass_through_ring<cuda::memory_order_release, cuda::memory_order_acquire>);
}
CASE(ring_by_relaxed_counts, "race global") {
  through_ring(pass_through_ring<cuda::memory_order_relaxed, cuda::memory_order_relaxed>);
}
CASE(ring_that_releases_only, "race global") {
  through_ring(pass_through_ring<cuda::memory_order_release, cuda::memory_order_relaxed>);
}
CASE(volatile_pair_under_sequence, "clean") {
  auto sequence = filled(1, 0u);
  auto pair = ints(2), out = ints(1 + READERS);
  read_under_sequence<<<1 + READERS, 32>>>(sequence.data(), pair.data(), out.data());
}
