// Volatile and relaxed accesses by which nothing is lost: flags with one writer at a time, waits,
// turns, locks, and lanes that run in step.
#include "cases.hpp"

#include <cuda/atomic>

using namespace check_cases;

namespace {

constexpr unsigned THREADS = 64, BLOCKS = 4;

__device__ void lock(int* l) {
  while (atomicCAS(l, 0, 1) != 0) {
  }
  __threadfence();
}
__device__ void unlock(int* l) {
  __threadfence();
  atomicExch(l, 0);
}

// A count that only its own thread writes, and others look at.
__global__ void count_own_steps(volatile int* progress, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 5; ++k) progress[i] = progress[i] + 1;
  out[i] = progress[(i + 64) % (gridDim.x * blockDim.x)];
}

// A count that one thread keeps for all.
__global__ void count_by_one(volatile int* steps, int* out) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    for (int k = 0; k < 5; ++k) *steps = *steps + 1;
  else
    out[blockIdx.x * blockDim.x + threadIdx.x] = *steps;
}

enum class leave { exchange, volatile_store };
template <leave Leave>
__global__ void count_under_lock(int* l, volatile int* count) {
  if (threadIdx.x % 32 != 0) return;
  lock(l);
  *count = *count + 1;
  __threadfence();
  if (Leave == leave::exchange)
    atomicExch(l, 0);
  else
    *static_cast<volatile int*>(l) = 0;
}

__global__ void largest_under_lock(int* l, volatile int* best) {
  if (threadIdx.x % 32 != 0) return;
  const int mine = static_cast<int>(blockIdx.x * 7 + threadIdx.x) % 50;
  lock(l);
  if (mine > *best) *best = mine;
  unlock(l);
}

// A test-and-set by atomicExch, left by a volatile store.
__global__ void count_under_exchanged_lock(int* l, volatile int* count) {
  if (threadIdx.x != 0) return;
  while (atomicExch(l, 1) != 0) {
  }
  __threadfence();
  *count = *count + 1;
  __threadfence();
  *static_cast<volatile int*>(l) = 0;
}

// Looks at the lock before it tries to take it.
__global__ void count_under_watched_lock(int* l, volatile int* count) {
  if (threadIdx.x != 0) return;
  for (bool done = false; !done;) {
    if (*static_cast<volatile int*>(l) != 0 || atomicCAS(l, 0, 1) != 0) continue;
    __threadfence();
    *count = *count + 1;
    __threadfence();
    *static_cast<volatile int*>(l) = 0;
    done = true;
  }
}

// The turn goes on by what the thread has drawn, or by what it reads again.
template <bool ReadsAgain>
__global__ void count_by_tickets(unsigned* next, volatile unsigned* serving, volatile int* count) {
  if (threadIdx.x != 0) return;
  const unsigned mine = atomicAdd(next, 1);
  while (*serving != mine) {
  }
  __threadfence();
  *count = *count + 1;
  __threadfence();
  if (ReadsAgain)
    *serving = *serving + 1;
  else
    *serving = mine + 1;
}

// The turn goes on by an exchange, of which only the write matters.
__global__ void hand_on_by_exchange(volatile unsigned* turn, volatile int* count) {
  if (threadIdx.x != 0) return;
  while (*turn != blockIdx.x) {
  }
  __threadfence();
  *count = *count + 1;
  __threadfence();
  atomicExch(const_cast<unsigned*>(turn), *turn + 1);
}

// Block by block, with what was seen while waiting.
__global__ void take_turns(volatile int* turn, volatile int* sum) {
  if (threadIdx.x != 0) return;
  int now;
  do now = *turn;
  while (now != static_cast<int>(blockIdx.x));
  __threadfence();
  *sum = *sum + now;
  __threadfence();
  *turn = now + 1;
}

// Thread 0 waits for the turn, another one passes it on.
__global__ void take_turns_as_blocks(volatile int* turn, volatile int* sum) {
  if (threadIdx.x == 0) {
    while (*turn != static_cast<int>(blockIdx.x)) {
    }
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 5) {
    *sum = *sum + 1;
    __threadfence();
    *turn = *turn + 1;
  }
}

// A slot that one block fills and another one empties.
template <bool Backs>
__global__ void pass_by_slot(volatile int* full, int* slot, int* out) {
  if (threadIdx.x != 0) return;
  for (int k = 0; k < 4; ++k) {
    if (blockIdx.x == 0) {
      while (*full != 0)
        if (Backs) __nanosleep(20);
      __threadfence();
      *slot = k;
      __threadfence();
      *full = 1;
    } else {
      while (*full == 0)
        if (Backs) __nanosleep(20);
      __threadfence();
      out[k] = *slot;
      __threadfence();
      *full = 0;
    }
  }
}

// Each sets the flag back that it has waited for; whoever comes first does so for all.
__global__ void reset_under_lock(int* l, volatile int* flag) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *flag = 1;
    return;
  }
  if (blockIdx.x != 1) return;
  while (*flag == 0) {
  }
  lock(l);
  *flag = 0;
  unlock(l);
}

// Made once, by whoever comes first.
__global__ void make_once(int* l, volatile int* made, int* value, int* out) {
  if (threadIdx.x != 0) return;
  if (*made == 0) {
    lock(l);
    if (*made == 0) {
      *value = 42;
      __threadfence();
      *made = 1;
    }
    unlock(l);
  }
  __threadfence();
  out[blockIdx.x] = *value;
}

// All say the same.
__global__ void tell_of_a_change(const int* in, volatile int* changed) {
  if (in[blockIdx.x * blockDim.x + threadIdx.x] % 3 == 0 && *changed == 0) *changed = 1;
}

// Barriers of the grid by hand: by a count that goes on, and by a sense that turns.
__device__ void wait_for_all(int* arrived, int until) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1);
    while (*static_cast<volatile int*>(arrived) < until) {
    }
    __threadfence();
  }
  __syncthreads();
}
__global__ void shift_twice(int* arrived, int* data, int* out) {
  const unsigned n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = data[(i + THREADS) % n];
  wait_for_all(arrived, static_cast<int>(gridDim.x));
  data[i] = out[(i + THREADS) % n];
  wait_for_all(arrived, static_cast<int>(2 * gridDim.x));
  out[i] = data[(i + THREADS) % n];
}
__global__ void shift_by_sense(int* arrived, volatile int* sense, int* data) {
  const unsigned n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int phase = 1; phase <= 3; ++phase) {
    const int seen = data[(i + THREADS) % n];
    for (int half = 0; half < 2; ++half) {
      __syncthreads();
      if (threadIdx.x == 0) {
        const int mine = 2 * phase + half;
        __threadfence();
        if (atomicAdd(arrived, 1) == static_cast<int>(gridDim.x) - 1) {
          *static_cast<volatile int*>(arrived) = 0;
          __threadfence();
          *sense = mine;
        } else {
          while (*sense != mine) {
          }
        }
        __threadfence();
      }
      __syncthreads();
      if (half == 0) data[i] = seen + 1;
    }
  }
}

// A flag for each block, which one block collects and answers (Xiao and Feng's barrier).
__global__ void meet_by_flags(volatile int* in, volatile int* out, int* data) {
  const unsigned t = threadIdx.x;
  if (t == 0) {
    data[blockIdx.x] = 1;
    __threadfence();
    in[blockIdx.x] = 1;
  }
  if (blockIdx.x == 0) {
    if (t < gridDim.x)
      while (in[t] != 1) {
      }
    __threadfence();
    __syncthreads();
    if (t < gridDim.x) out[t] = 1;
  }
  if (t == 0) {
    while (out[blockIdx.x] != 1) {
    }
    __threadfence();
    data[gridDim.x + blockIdx.x] = data[(blockIdx.x + 1) % gridDim.x];
  }
}

// Sums of the blocks before, looked up from block to block (Merrill and Garland's look-back).
__global__ void look_back(const int* in, volatile int* status, volatile int* own,
                          volatile int* prefix, int* out) {
  if (threadIdx.x != 0) return;
  const int b = static_cast<int>(blockIdx.x);
  const int mine = in[b];
  own[b] = mine;
  __threadfence();
  status[b] = 1;
  int before = 0;
  for (int at = b - 1; at >= 0; --at) {
    int s;
    while ((s = status[at]) == 0) {
    }
    __threadfence();
    if (s == 2) {
      before += prefix[at];
      break;
    }
    before += own[at];
  }
  prefix[b] = before + mine;
  __threadfence();
  status[b] = 2;
  out[b] = before;
}

// The last block adds up, and sets the count back for the next launch.
__global__ void sum_in_last_block(volatile int* part, unsigned* done, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = static_cast<int>(blockIdx.x);
    __threadfence();
    last = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  __threadfence();
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += part[b];
  *out = sum;
  *static_cast<volatile unsigned*>(done) = 0;
}

// Warps of a block hand a token on in shared memory.
__global__ void pass_token(int* out) {
  __shared__ volatile int token, sum;
  if (threadIdx.x == 0) token = sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  while (token != static_cast<int>(threadIdx.x / 32)) {
  }
  __threadfence_block();
  sum = sum + 1;
  __threadfence_block();
  token = static_cast<int>(threadIdx.x / 32) + 1;
  if (threadIdx.x == 96) *out = sum;
}

// The tail of a reduction with barriers of the warp, volatile all the same.
__global__ void sum_with_barriers(const int* in, int* out) {
  __shared__ volatile int s[64];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t >= 32) return;
  for (unsigned d = 32; d > 0; d /= 2) {
    const int other = s[t + d];
    __syncwarp();
    if (t < d) s[t] = s[t] + other;
    __syncwarp();
  }
  if (t == 0) *out = s[0];
}

// Read, a barrier, written by one.
__global__ void next_of_all(volatile int* now, int* out) {
  for (int k = 0; k < 3; ++k) {
    const int seen = *now;
    out[threadIdx.x] = seen;
    __syncthreads();
    if (threadIdx.x == 0) *now = seen + 1;
    __syncthreads();
  }
}

// Relaxed atomics: stores of many, and one that counts for itself.
using relaxed = cuda::atomic_ref<int, cuda::thread_scope_device>;
__global__ void store_relaxed(int* last, int* own) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  relaxed(*last).store(i, cuda::memory_order_relaxed);
  relaxed mine(own[i]);
  mine.store(mine.load(cuda::memory_order_relaxed) + 1, cuda::memory_order_relaxed);
}
// Paths become shorter while others walk them: any state in between is as good.
__global__ void shorten_relaxed(int* parents) {
  const auto at = [&](int v) { return relaxed(parents[v]); };
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int now = at(v).load(cuda::memory_order_relaxed);
  if (now == v) return;
  int before = v, next;
  while (now > (next = at(now).load(cuda::memory_order_relaxed))) {
    at(before).store(next, cuda::memory_order_relaxed);
    before = now;
    now = next;
  }
}

}  // namespace

CASE(volatile_count_of_each_thread, "clean") {
  auto progress = ints(BLOCKS * THREADS), out = ints(BLOCKS * THREADS);
  count_own_steps<<<BLOCKS, THREADS>>>(progress.data(), out.data());
}
CASE(volatile_count_of_one_thread, "clean") {
  auto steps = ints(1), out = ints(BLOCKS * THREADS);
  count_by_one<<<BLOCKS, THREADS>>>(steps.data(), out.data());
}
CASE(volatile_count_under_lock, "clean") {
  auto l = ints(1), count = ints(1);
  count_under_lock<leave::exchange><<<BLOCKS, THREADS>>>(l.data(), count.data());
}
CASE(volatile_count_under_lock_left_by_store, "clean") {
  auto l = ints(1), count = ints(1);
  count_under_lock<leave::volatile_store><<<BLOCKS, THREADS>>>(l.data(), count.data());
}
CASE(volatile_largest_under_lock, "clean") {
  auto l = ints(1), best = ints(1);
  largest_under_lock<<<BLOCKS, THREADS>>>(l.data(), best.data());
}
CASE(volatile_count_under_exchanged_lock, "clean") {
  auto l = ints(1), count = ints(1);
  count_under_exchanged_lock<<<BLOCKS, THREADS>>>(l.data(), count.data());
}
CASE(volatile_count_under_watched_lock, "clean") {
  auto l = ints(1), count = ints(1);
  count_under_watched_lock<<<BLOCKS, THREADS>>>(l.data(), count.data());
}
CASE(volatile_count_by_tickets, "clean") {
  auto next = filled(1, 0u), serving = filled(1, 0u);
  auto count = ints(1);
  count_by_tickets<without><<<BLOCKS, THREADS>>>(next.data(), serving.data(), count.data());
}
CASE(volatile_count_by_tickets_read_again, "clean") {
  auto next = filled(1, 0u), serving = filled(1, 0u);
  auto count = ints(1);
  count_by_tickets<with><<<BLOCKS, THREADS>>>(next.data(), serving.data(), count.data());
}
CASE(volatile_turns_by_exchange, "clean") {
  auto turn = filled(1, 0u);
  auto count = ints(1);
  hand_on_by_exchange<<<BLOCKS, THREADS>>>(turn.data(), count.data());
}
CASE(volatile_turns, "clean") {
  auto turn = ints(1), sum = ints(1);
  take_turns<<<BLOCKS, THREADS>>>(turn.data(), sum.data());
}
CASE(volatile_turns_of_blocks, "clean") {
  auto turn = ints(1), sum = ints(1);
  take_turns_as_blocks<<<BLOCKS, THREADS>>>(turn.data(), sum.data());
}
CASE(volatile_slot, "clean") {
  auto full = ints(1), slot = ints(1), out = ints(4);
  pass_by_slot<without><<<2, THREADS>>>(full.data(), slot.data(), out.data());
}
CASE(volatile_slot_with_pauses, "clean") {
  auto full = ints(1), slot = ints(1), out = ints(4);
  pass_by_slot<with><<<2, THREADS>>>(full.data(), slot.data(), out.data());
}
CASE(volatile_flag_set_back_under_lock, "clean") {
  auto l = ints(1), flag = ints(1);
  reset_under_lock<<<BLOCKS, THREADS>>>(l.data(), flag.data());
}
CASE(volatile_flag_of_what_is_made_once, "clean") {
  auto l = ints(1), made = ints(1), value = ints(1), out = ints(BLOCKS);
  make_once<<<BLOCKS, THREADS>>>(l.data(), made.data(), value.data(), out.data());
}
CASE(volatile_flag_of_all_with_same_value, "clean") {
  auto in = numbers(BLOCKS * THREADS), changed = ints(1);
  tell_of_a_change<<<BLOCKS, THREADS>>>(in.data(), changed.data());
}
CASE(volatile_barrier_by_count, "clean") {
  auto arrived = ints(1), data = numbers(BLOCKS * THREADS), out = ints(BLOCKS * THREADS);
  shift_twice<<<BLOCKS, THREADS>>>(arrived.data(), data.data(), out.data());
}
CASE(volatile_barrier_by_sense, "clean") {
  auto arrived = ints(1), sense = ints(1), data = numbers(BLOCKS * THREADS);
  shift_by_sense<<<BLOCKS, THREADS>>>(arrived.data(), sense.data(), data.data());
}
CASE(volatile_barrier_by_flags, "clean") {
  auto in = ints(BLOCKS), out = ints(BLOCKS), data = ints(2 * BLOCKS);
  meet_by_flags<<<BLOCKS, THREADS>>>(in.data(), out.data(), data.data());
}
CASE(volatile_look_back, "clean") {
  auto in = numbers(8), status = ints(8), own = ints(8), prefix = ints(8), out = ints(8);
  look_back<<<8, 32>>>(in.data(), status.data(), own.data(), prefix.data(), out.data());
}
CASE(volatile_count_set_back_by_last_block, "clean") {
  auto part = ints(BLOCKS), out = ints(1);
  auto done = filled(1, 0u);
  for (int launch = 0; launch < 2; ++launch)
    sum_in_last_block<<<BLOCKS, THREADS>>>(part.data(), done.data(), out.data());
}
CASE(volatile_token_in_shared_memory, "clean") {
  auto out = ints(1);
  pass_token<<<1, 128>>>(out.data());
}
CASE(volatile_tail_with_barriers, "clean") {
  auto in = numbers(64), out = ints(1);
  sum_with_barriers<<<1, 64>>>(in.data(), out.data());
}
CASE(volatile_count_between_barriers, "clean") {
  auto now = ints(1), out = ints(THREADS);
  next_of_all<<<1, THREADS>>>(now.data(), out.data());
}
CASE(relaxed_stores, "clean") {
  auto last = ints(1), own = ints(BLOCKS * THREADS);
  store_relaxed<<<BLOCKS, THREADS>>>(last.data(), own.data());
}
CASE(relaxed_paths_shortened, "clean") {
  std::vector<int> chain(BLOCKS * THREADS);
  for (unsigned v = 1; v < chain.size(); ++v) chain[v] = static_cast<int>(v / 3);
  lockstep::device_buffer<int> parents(chain);
  shorten_relaxed<<<BLOCKS, THREADS>>>(parents.data());
}
