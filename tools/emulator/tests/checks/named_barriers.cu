// Barriers of some threads: bar.sync and bar.arrive with a number and a count (PTX ISA, "bar").
#include "cases.hpp"

using namespace check_cases;

namespace {

__device__ void sync(int barrier, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}
__device__ void arrive(int barrier, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

// The block's halves, each with a barrier of its own.
template <bool Own, bool OwnHalf>
__global__ void reverse_halves(int* data) {
  __shared__ int s[128];
  const unsigned t = threadIdx.x, half = t / 64;
  s[t] = data[t];
  sync(Own ? 1 + half : 1, Own ? 64 : 128);
  data[t] = s[OwnHalf ? half * 64 + 63 - t % 64 : 127 - t];
}

// One warp fills a buffer and the other empties it: each waits for one thing and tells the other.
// Where one of the two is left out, both wait at what is left.
template <bool Full, bool Empty>
__global__ void produce_and_consume(const int* in, int* out, int turns) {
  __shared__ int buffer[32];
  const unsigned lane = threadIdx.x % 32;
  constexpr int full = 1, empty = 2;
  const auto tell = [](int barrier) {
    if (Full && Empty)
      arrive(barrier, 64);
    else
      sync(barrier, 64);
  };
  if (threadIdx.x < 32) {
    for (int turn = 0; turn < turns; ++turn) {
      if (Empty) sync(empty, 64);
      buffer[lane] = in[turn * 32 + lane];
      if (Full) tell(full);
    }
  } else {
    if (Empty) tell(empty);
    for (int turn = 0; turn < turns; ++turn) {
      if (Full) sync(full, 64);
      out[turn * 32 + lane] = buffer[31 - lane];
      if (Empty && turn + 1 < turns) tell(empty);
    }
  }
}
// The same with two buffers, in turns.
template <unsigned Buffers>
__global__ void produce_ahead(const int* in, int* out, int turns) {
  __shared__ int buffer[2][32];
  const unsigned lane = threadIdx.x % 32;
  for (int turn = 0; turn < turns; ++turn) {
    const int which = turn % 2, full = 1 + which, empty = 3 + which;
    if (threadIdx.x < 32) {
      if (turn >= 2) sync(empty, 64);
      buffer[which % Buffers][lane] = in[turn * 32 + lane];
      arrive(full, 64);
    } else {
      sync(full, 64);
      out[turn * 32 + lane] = buffer[which % Buffers][31 - lane];
      if (turn + 2 < turns) arrive(empty, 64);
    }
  }
}

// Two warps of three: the third one reads what they have written.
template <bool Third>
__global__ void leave_one_out(int* data) {
  __shared__ int s[96];
  const unsigned t = threadIdx.x;
  s[t] = data[t];
  if (Third || t < 64) sync(1, Third ? 96 : 64);
  data[t] = s[t < 64 ? 63 - t : t - 64];
}

// The two sides count differently, or one count is no number of whole warps.
__global__ void count_differently(int* data) {
  sync(1, threadIdx.x < 32 ? 64 : 96);
  data[threadIdx.x] = 1;
}
__global__ void count_more_than_come(int* data) {
  if (threadIdx.x < 32) sync(1, 64);
  data[threadIdx.x] = 1;
}
__global__ void count_part_of_a_warp(int* data) {
  sync(1, 48);
  data[threadIdx.x] = 1;
}
// A flag voted by all threads orders them as well.
__global__ void vote_of_block(int* data) {
  __shared__ int s[64];
  const unsigned t = threadIdx.x;
  s[t] = data[t];
  const int odd = __syncthreads_count(data[t] % 2);
  data[t] = s[63 - t] + odd;
}

// The first half of the block has left when the second one meets and its last thread writes. Only
// if all meet before that, the reads of the first half come first.
template <bool AllMeet>
__global__ void read_and_leave(int* out) {
  __shared__ int value;
  if (threadIdx.x == 0) value = 1;
  __syncthreads();
  const int seen = value;
  if (AllMeet) __syncthreads();
  if (threadIdx.x >= 64) asm volatile("bar.sync 1, 64;" ::: "memory");
  if (threadIdx.x == 127) value = 2;
  out[threadIdx.x] = seen;
}

template <class Kernel>
void run(Kernel kernel, unsigned threads) {
  auto data = numbers(128);
  kernel<<<1, threads>>>(data.data());
}
template <class Kernel>
void pass(Kernel kernel) {
  auto in = numbers(4 * 32), out = ints(4 * 32);
  kernel<<<1, 64>>>(in.data(), out.data(), 4);
}

}  // namespace

CASE(barriers_of_halves, "clean") { run(reverse_halves<with, with>, 128); }
CASE(barriers_of_halves_that_reach_over, "race shared") { run(reverse_halves<with, without>, 128); }
CASE(barrier_with_number_of_all, "clean") { run(reverse_halves<without, without>, 128); }
CASE(producer_and_consumer, "clean") { pass(produce_and_consume<with, with>); }
CASE(producer_overwrites_too_early, "race shared") { pass(produce_and_consume<with, without>); }
CASE(consumer_reads_too_early, "race shared") { pass(produce_and_consume<without, with>); }
CASE(producer_ahead_in_two_buffers, "clean") { pass(produce_ahead<2>); }
CASE(producer_ahead_in_one_buffer, "race shared") { pass(produce_ahead<1>); }
CASE(barrier_with_third_warp, "clean") { run(leave_one_out<with>, 96); }
CASE(barrier_without_third_warp, "race shared") { run(leave_one_out<without>, 96); }
CASE_FOR_EMULATOR(barrier_counted_differently, "barrier_mismatch") { run(count_differently, 64); }
CASE_FOR_EMULATOR(barrier_counts_more_than_come, "deadlock") { run(count_more_than_come, 64); }
CASE_FOR_EMULATOR(barrier_counts_part_of_a_warp, "barrier_mismatch") {
  run(count_part_of_a_warp, 64);
}
CASE(barrier_that_votes, "clean") { run(vote_of_block, 64); }
CASE(barrier_behind_those_who_left, "race shared") {
  auto out = ints(128);
  read_and_leave<without><<<1, 128>>>(out.data());
}
CASE(barrier_of_all_before_some_leave, "clean") {
  auto out = ints(128);
  read_and_leave<with><<<1, 128>>>(out.data());
}
