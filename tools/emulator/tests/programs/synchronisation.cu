// Threads that meet through memory, by libcu++: atomics at each scope, locks, flags between blocks,
// semaphores, latches and barriers.
#include <lockstep/buffer.hpp>

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>

#include <algorithm>
#include <numeric>
#include <vector>

#include "expect.hpp"

using lockstep::device_buffer;

namespace {

constexpr int BLOCKS = 4, THREADS = 64, ALL = BLOCKS * THREADS;

// Managed objects are made on the host as well as used by the device.
template <typename T>
struct managed {
  template <typename... A>
  explicit managed(A... arguments) {
    EXPECT_OK(cudaMallocManaged(&object, sizeof(T)));
    new (object) T(arguments...);
  }
  ~managed() { cudaFree(object); }
  managed(const managed&) = delete;
  T& operator*() const { return *object; }
  T* object = nullptr;
};

// Adds one to a counter that is no atomic, so that only the lock can make the sum right.
template <typename LOCK>
__global__ void count_locked(LOCK* lock, volatile int* count) {
  for (int i = 0; i < 2; ++i) {
    lock->acquire();
    *count = *count + 1;
    lock->release();
  }
}

struct spin_lock {
  __device__ void acquire() {
    while (taken.exchange(1, cuda::memory_order_acquire) == 1) {
    }
  }
  __device__ void release() { taken.store(0, cuda::memory_order_release); }
  cuda::atomic<int, cuda::thread_scope_device> taken{0};
};

// Tests before it sets, and waits longer after each failure.
struct patient_lock {
  __device__ void acquire() {
    for (unsigned pause = 8;; pause = pause < 256 ? 2 * pause : pause) {
      int expected = 0;
      if (taken.load(cuda::memory_order_relaxed) == 0 &&
          taken.compare_exchange_weak(expected, 1, cuda::memory_order_acquire,
                                      cuda::memory_order_relaxed))
        return;
      __nanosleep(pause);
    }
  }
  __device__ void release() { taken.store(0, cuda::memory_order_release); }
  cuda::atomic<int, cuda::thread_scope_device> taken{0};
};

// Served in the order of their tickets.
struct ticket_lock {
  __device__ void acquire() {
    const unsigned ticket = next.fetch_add(1, cuda::memory_order_relaxed);
    while (serving.load(cuda::memory_order_acquire) != ticket) {
    }
  }
  __device__ void release() { serving.fetch_add(1, cuda::memory_order_release); }
  cuda::atomic<unsigned, cuda::thread_scope_device> next{0}, serving{0};
};

struct one_at_a_time {
  __device__ void acquire() { semaphore.acquire(); }
  __device__ void release() { semaphore.release(); }
  cuda::binary_semaphore<cuda::thread_scope_device> semaphore{1};
};

template <typename LOCK>
void test_lock() {
  managed<LOCK> lock;
  device_buffer<int> count(std::vector<int>{0});
  count_locked<LOCK><<<BLOCKS, THREADS>>>(lock.object, count.data());
  EXPECT(count.download()[0] == 2 * ALL);
}

// Each block passes what it got from its left neighbour on to its right one.
__global__ void chain(int* values, unsigned* flags) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> mine(flags[blockIdx.x]);
  if (blockIdx.x > 0) {
    if (threadIdx.x == 0) {
      cuda::atomic_ref<unsigned, cuda::thread_scope_device> left(flags[blockIdx.x - 1]);
      while (left.load(cuda::memory_order_acquire) == 0) {
      }
    }
    __syncthreads();
    values[blockIdx.x * THREADS + threadIdx.x] =
        values[(blockIdx.x - 1) * THREADS + (threadIdx.x + 1) % THREADS] + 1;
  } else {
    values[threadIdx.x] = threadIdx.x;
  }
  __syncthreads();
  if (threadIdx.x == 0) mine.store(1, cuda::memory_order_release);
}

void test_chain() {
  device_buffer<int> values(ALL);
  device_buffer<unsigned> flags(std::vector<unsigned>(BLOCKS, 0));
  chain<<<BLOCKS, THREADS>>>(values.data(), flags.data());
  const std::vector<int> got = values.download();
  bool right = true;
  for (int i = 0; i < ALL; ++i)
    right &= got[i] == (i % THREADS + i / THREADS) % THREADS + i / THREADS;
  EXPECT(right);
}

// One slot between a producing and a consuming block, with atomic waits instead of loops.
__global__ void one_slot(cuda::atomic<int, cuda::thread_scope_device>* full, int* slot, int rounds,
                         long long* sum) {
  for (int i = 1; i <= rounds; ++i) {
    if (blockIdx.x == 0) {
      full->wait(1, cuda::memory_order_acquire);
      *slot = i * i;
      full->store(1, cuda::memory_order_release);
    } else {
      full->wait(0, cuda::memory_order_acquire);
      *sum += *slot;
      full->store(0, cuda::memory_order_release);
    }
    full->notify_all();
  }
}

void test_one_slot() {
  managed<cuda::atomic<int, cuda::thread_scope_device>> full(0);
  device_buffer<int> slot(1);
  device_buffer<long long> sum(std::vector<long long>{0});
  one_slot<<<2, 1>>>(full.object, slot.data(), 50, sum.data());
  EXPECT(sum.download()[0] == 50 * 51 * 101 / 6);
}

// Every operation of atomic_ref, at the given scope, by all threads at once.
template <typename T, cuda::thread_scope SCOPE>
__global__ void operations(T* values) {
  const T mine = static_cast<T>(threadIdx.x + 1);
  cuda::atomic_ref<T, SCOPE>(values[0]).fetch_add(mine);
  cuda::atomic_ref<T, SCOPE>(values[1]).fetch_sub(mine);
  cuda::atomic_ref<T, SCOPE>(values[2]).fetch_max(mine, cuda::memory_order_relaxed);
  cuda::atomic_ref<T, SCOPE>(values[3]).fetch_min(mine, cuda::memory_order_relaxed);
  if constexpr (std::is_integral_v<T>) {
    cuda::atomic_ref<T, SCOPE>(values[4]).fetch_and(static_cast<T>(~(T(1) << threadIdx.x % 8)));
    cuda::atomic_ref<T, SCOPE>(values[5]).fetch_or(static_cast<T>(T(1) << threadIdx.x % 7));
    cuda::atomic_ref<T, SCOPE>(values[6]).fetch_xor(mine);
  }
  // A sum by compare and swap.
  cuda::atomic_ref<T, SCOPE> last(values[7]);
  T seen = last.load(cuda::memory_order_relaxed);
  while (!last.compare_exchange_weak(seen, seen + mine, cuda::memory_order_seq_cst)) {
  }
}

template <typename T, cuda::thread_scope SCOPE>
void test_operations() {
  const T all = static_cast<T>(-1);
  device_buffer<T> values(std::vector<T>{0, 0, 0, 120, all, 0, 0, 0});
  operations<T, SCOPE><<<1, THREADS>>>(values.data());
  T sum = 0, odd = 0;
  for (int i = 1; i <= THREADS; ++i) {
    sum = static_cast<T>(sum + static_cast<T>(i));
    if constexpr (std::is_integral_v<T>) odd = static_cast<T>(odd ^ i);
  }
  std::vector<T> want = {sum, static_cast<T>(-sum), THREADS, 1, all, 0, 0, sum};
  if constexpr (std::is_integral_v<T>) {
    want[4] = static_cast<T>(all & ~T(0xff));
    want[5] = 0x7f;
    want[6] = odd;
  }
  const std::vector<T> got = values.download();
  EXPECT(got == want);
}

// Atomics in shared memory, in local memory, and of a struct of eight bytes.
struct couple {
  int a, b;
};

__global__ void other_places(int* out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> count;
  __shared__ cuda::atomic<couple, cuda::thread_scope_block> both;
  if (threadIdx.x == 0) {
    new (&count) cuda::atomic<int, cuda::thread_scope_block>(5);
    new (&both) cuda::atomic<couple, cuda::thread_scope_block>(couple{0, 100});
  }
  __syncthreads();
  ++count;
  couple seen = both.load();
  while (!both.compare_exchange_strong(seen, couple{seen.a + 1, seen.b - 1})) {
  }
  cuda::atomic<int, cuda::thread_scope_thread> own(static_cast<int>(threadIdx.x));
  own += 2;
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
  __syncthreads();
  const couple last = both.load();
  out[threadIdx.x] =
      count.load() + 1000 * own.load() + 1000000 * (last.a == THREADS) * (last.b == 100 - THREADS);
}

void test_other_places() {
  device_buffer<int> out(THREADS);
  other_places<<<1, THREADS>>>(out.data());
  const std::vector<int> got = out.download();
  bool right = true;
  for (int t = 0; t < THREADS; ++t) right &= got[t] == 5 + THREADS + 1000 * (t + 2) + 1000000;
  EXPECT(right);
}

// All blocks wait until each has arrived, at a latch and then in turns at a barrier of the device.
using device_barrier = cuda::barrier<cuda::thread_scope_device>;

__global__ void meet(cuda::latch<cuda::thread_scope_device>* latch, device_barrier* barrier,
                     int* values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  values[i] = i;
  latch->arrive_and_wait();
  for (int round = 0; round < 3; ++round) {
    const int next = values[(i + THREADS) % ALL];
    barrier->arrive_and_wait();
    values[i] = next + 1;
    barrier->wait(barrier->arrive());
  }
}

void test_meetings() {
  managed<cuda::latch<cuda::thread_scope_device>> latch(ALL);
  managed<device_barrier> barrier(ALL);
  device_buffer<int> values(ALL);
  meet<<<BLOCKS, THREADS>>>(latch.object, barrier.object, values.data());
  const std::vector<int> got = values.download();
  bool right = true;
  for (int i = 0; i < ALL; ++i) right &= got[i] == (i + 3 * THREADS) % ALL + 3;
  EXPECT(right);
}

// A barrier whose completion runs a function, once a phase, before anybody goes on.
struct double_it {
  int* value;
  __device__ void operator()() const { *value *= 2; }
};

__global__ void meet_and_complete(int* value, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block, double_it>* barrier;
  __shared__ alignas(8) char room[sizeof *barrier];
  if (threadIdx.x == 0)
    barrier =
        new (room) cuda::barrier<cuda::thread_scope_block, double_it>(blockDim.x, double_it{value});
  __syncthreads();
  for (int phase = 0; phase < 5; ++phase) barrier->arrive_and_wait();
  out[threadIdx.x] = *value;
}

void test_completion() {
  device_buffer<int> value(std::vector<int>{3}), out(THREADS);
  meet_and_complete<<<1, THREADS>>>(value.data(), out.data());
  EXPECT(out.download() == std::vector<int>(THREADS, 3 * 32));
}

// At most three threads at a time; how many there are is counted inside.
__global__ void at_most_three(cuda::counting_semaphore<cuda::thread_scope_device, 3>* room,
                              int* inside, int* most) {
  room->acquire();
  atomicMax(most, atomicAdd(inside, 1) + 1);
  atomicSub(inside, 1);
  room->release();
}

void test_semaphore() {
  managed<cuda::counting_semaphore<cuda::thread_scope_device, 3>> room(3);
  device_buffer<int> counts(std::vector<int>{0, 0});
  at_most_three<<<BLOCKS, THREADS>>>(room.object, counts.data(), counts.data() + 1);
  const std::vector<int> got = counts.download();
  EXPECT(got[0] == 0);
  EXPECT(got[1] >= 1 && got[1] <= 3);
}

// What depends on a launch's shape and arguments, in shared memory too.
__global__ void place(int* out, int factor) {
  __shared__ int of_block;
  if (threadIdx.x == 0 && threadIdx.y == 0) of_block = blockIdx.x * factor;
  __syncthreads();
  const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
  out[blockIdx.x * blockDim.x * blockDim.y + thread] = of_block + threadIdx.x + 1000 * threadIdx.y;
}

// The second launch has as many threads as the first, and each of its blocks may be one of the
// first's again.
void test_launches_in_a_row() {
  device_buffer<int> out(std::vector<int>(ALL, -1));
  for (const unsigned rows : {1u, 2u, 4u}) {
    const int factor = static_cast<int>(rows) * 10000;
    place<<<BLOCKS, dim3(THREADS / rows, rows)>>>(out.data(), factor);
    EXPECT_OK(cudaDeviceSynchronize());
    const std::vector<int> got = out.download();
    bool all = true;
    for (unsigned i = 0; i < ALL; ++i) {
      const unsigned thread = i % THREADS, width = THREADS / rows;
      all = all && got[i] == static_cast<int>(i / THREADS * factor + thread % width +
                                              1000 * (thread / width));
    }
    EXPECT(all);
  }
}

}  // namespace

int main() {
  test_launches_in_a_row();
  test_lock<spin_lock>();
  test_lock<patient_lock>();
  test_lock<ticket_lock>();
  test_lock<one_at_a_time>();
  test_chain();
  test_one_slot();
  test_operations<int, cuda::thread_scope_block>();
  test_operations<unsigned, cuda::thread_scope_device>();
  test_operations<unsigned long long, cuda::thread_scope_system>();
  test_operations<long long, cuda::thread_scope_device>();
  test_operations<short, cuda::thread_scope_device>();
  test_operations<unsigned char, cuda::thread_scope_block>();
  test_operations<float, cuda::thread_scope_device>();
  test_operations<double, cuda::thread_scope_device>();
  test_other_places();
  test_meetings();
  test_completion();
  test_semaphore();
  return result();
}
