// Lanes of a warp that exchange data in memory: with and without a barrier of the warp, in
// branches, with part of the lanes.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned ALL = 0xffffffff;

enum class order { nothing, barrier, barrier_of_half, shuffle, vote, fence };
template <order Order>
__global__ void rotate(int* data) {
  __shared__ int s[32];
  const unsigned lane = threadIdx.x;
  s[lane] = data[lane];
  if (Order == order::barrier) __syncwarp();
  if (Order == order::barrier_of_half) __syncwarp(lane < 16 ? 0xffff : 0xffff0000);
  if (Order == order::shuffle) data[lane] = __shfl_xor_sync(ALL, lane, 1);
  if (Order == order::vote) data[lane] = __ballot_sync(ALL, lane % 3 == 0);
  if (Order == order::fence) __threadfence_block();
  data[lane] += s[(lane + 1) % 32];
}
// The halves of the warp keep to themselves.
template <bool OwnHalf>
__global__ void rotate_halves(int* data) {
  __shared__ int s[32];
  const unsigned lane = threadIdx.x, half = lane / 16 * 16;
  s[lane] = data[lane];
  __syncwarp(0xffffu << half);
  data[lane] = s[OwnHalf ? half + (lane + 1) % 16 : (lane + 1) % 32];
}

// A word for each warp, to which all its lanes store.
template <bool SameValue>
__global__ void store_for_each_warp(int* data) {
  __shared__ int s[4];
  s[threadIdx.x / 32] = SameValue ? static_cast<int>(threadIdx.x / 32) : data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = s[threadIdx.x / 32];
}

// A branch: its two sides run in any order, also where the compiler brings them together again.
template <bool Barrier>
__global__ void meet_behind_branch(int* data) {
  __shared__ int s[32];
  const unsigned lane = threadIdx.x;
  if (lane < 16)
    s[lane] = data[lane] * 2;
  else
    s[lane] = data[lane] + 7;
  if (Barrier) __syncwarp();
  data[lane] = s[31 - lane];
}
__global__ void hand_over_in_branches(int* data) {
  __shared__ int s[32];
  const unsigned lane = threadIdx.x;
  if (lane < 16) {
    s[lane] = data[lane];
    __syncwarp();
  } else {
    __syncwarp();
    data[lane] = s[lane - 16];
  }
}
__global__ void hand_over_in_branches_without_barrier(int* data) {
  __shared__ int s[32];
  const unsigned lane = threadIdx.x;
  if (lane < 16)
    s[lane] = data[lane];
  else
    data[lane] = s[lane - 16];
}

// Only the active lanes take part.
template <bool Barrier>
__global__ void rotate_active(int* data, int n) {
  __shared__ int s[32];
  const int lane = static_cast<int>(threadIdx.x);
  const unsigned mask = __ballot_sync(ALL, lane < n);
  if (lane >= n) return;
  s[lane] = data[lane];
  if (Barrier) __syncwarp(mask);
  data[lane] = s[(lane + 1) % n];
}

// Warps next to each other: each rotates its own part, or reaches into the next one's.
template <bool OwnPart>
__global__ void rotate_in_each_warp(int* data) {
  __shared__ int s[128];
  const unsigned t = threadIdx.x, first = t / 32 * 32;
  s[t] = data[t];
  __syncwarp();
  data[t] = s[OwnPart ? first + (t + 1) % 32 : (t + 1) % 128];
}

// A value from lane 0, by memory or by a shuffle.
template <bool Barrier, bool Volatile>
__global__ void broadcast_by_memory(int* data) {
  __shared__ int s;
  volatile int* const v = &s;
  if (threadIdx.x == 0) {
    if (Volatile)
      *v = data[0];
    else
      s = data[0];
  }
  if (Barrier) __syncwarp();
  data[32 + threadIdx.x] = Volatile ? int(*v) : int(s);
}
__global__ void broadcast_by_shuffle(int* data) {
  int value = 0;
  if (threadIdx.x == 0) value = data[0];
  data[32 + threadIdx.x] = __shfl_sync(ALL, value, 0);
}

// Sorting by pairs of neighbours.
template <bool Barrier>
__global__ void sort_by_neighbours(int* data) {
  __shared__ int s[32];
  const unsigned lane = threadIdx.x;
  s[lane] = data[lane];
  for (unsigned turn = 0; turn < 32; ++turn) {
    if (Barrier) __syncwarp();
    const unsigned left = turn % 2 + 2 * lane;
    if (lane < 16 && left + 1 < 32 && s[left] > s[left + 1]) {
      const int other = s[left];
      s[left] = s[left + 1];
      s[left + 1] = other;
    }
  }
  __syncwarp();
  data[lane] = s[lane];
}

// In global memory as in shared.
template <bool Barrier>
__global__ void rotate_in_global(int* data, int* out) {
  data[threadIdx.x] += 1;
  if (Barrier) __syncwarp();
  out[threadIdx.x] = data[(threadIdx.x + 1) % 32];
}

// One store, two lanes, one address.
template <bool SameValue>
__global__ void store_at_once(int* data) {
  data[threadIdx.x / 2] = SameValue ? 1 : static_cast<int>(threadIdx.x);
}
// Only some lanes store, all of them into one variable.
template <bool SameValue>
__global__ void store_in_branch(int* data) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncwarp();
  if (data[threadIdx.x] > 3) flag = SameValue ? 1 : static_cast<int>(threadIdx.x);
  __syncwarp();
  data[threadIdx.x] = flag;
}
// All lanes read it and all write it: the reads come first in one statement.
__global__ void shift_down(int* data) {
  if (threadIdx.x < 31) data[threadIdx.x] = data[threadIdx.x + 1];
}

template <class Kernel>
void run(Kernel kernel, unsigned threads = 32) {
  auto data = numbers(128);
  kernel<<<1, threads>>>(data.data());
}

}  // namespace

CASE(warp_without_barrier, "warp_race shared") { run(rotate<order::nothing>); }
CASE(warp_with_barrier, "clean") { run(rotate<order::barrier>); }
CASE(warp_with_barriers_of_halves, "warp_race shared") { run(rotate<order::barrier_of_half>); }
CASE(warp_with_shuffle_between, "clean") { run(rotate<order::shuffle>); }
CASE(warp_with_vote_between, "clean") { run(rotate<order::vote>); }
CASE(warp_with_fence_between, "warp_race shared") { run(rotate<order::fence>); }
CASE(warp_halves, "clean") { run(rotate_halves<with>); }
CASE(warp_halves_that_reach_over, "warp_race shared") { run(rotate_halves<without>); }
CASE(warp_behind_branch, "clean") { run(meet_behind_branch<with>); }
CASE(warp_behind_branch_without_barrier, "warp_race shared") { run(meet_behind_branch<without>); }
CASE(warp_barriers_in_both_branches, "clean") { run(hand_over_in_branches); }
CASE(warp_branches_without_barrier, "warp_race shared") {
  run(hand_over_in_branches_without_barrier);
}
CASE(warp_active_lanes, "clean") {
  auto data = numbers(32);
  rotate_active<with><<<1, 32>>>(data.data(), 20);
}
CASE(warp_active_lanes_without_barrier, "warp_race shared") {
  auto data = numbers(32);
  rotate_active<without><<<1, 32>>>(data.data(), 20);
}
CASE(all_lanes_of_each_warp_store_one_value, "clean") { run(store_for_each_warp<with>, 128); }
CASE(lanes_of_each_warp_store_own_values, "warp_race shared") {
  run(store_for_each_warp<without>, 128);
}
CASE(warps_each_for_itself, "clean") { run(rotate_in_each_warp<with>, 128); }
CASE(warps_that_reach_over, "race shared") { run(rotate_in_each_warp<without>, 128); }
CASE(broadcast_by_memory, "clean") { run(broadcast_by_memory<with, without>); }
CASE(broadcast_without_barrier, "warp_race shared") { run(broadcast_by_memory<without, without>); }
CASE(broadcast_volatile_without_barrier, "warp_race shared (warning)") {
  run(broadcast_by_memory<without, with>);
}
CASE(broadcast_by_shuffle, "clean") { run(broadcast_by_shuffle); }
CASE(warp_sorts, "clean") { run(sort_by_neighbours<with>); }
CASE(warp_sorts_without_barrier, "warp_race shared") { run(sort_by_neighbours<without>); }
CASE(warp_in_global_memory, "clean") {
  auto data = numbers(32), out = ints(32);
  rotate_in_global<with><<<1, 32>>>(data.data(), out.data());
}
CASE(warp_in_global_memory_without_barrier, "warp_race global") {
  auto data = numbers(32), out = ints(32);
  rotate_in_global<without><<<1, 32>>>(data.data(), out.data());
}
CASE(lanes_store_same_value_at_once, "clean") { run(store_at_once<with>); }
CASE(lanes_of_a_branch_store_same_value_at_once, "clean") { run(store_in_branch<with>); }
CASE(lanes_of_a_branch_store_own_value_at_once, "warp_race shared") {
  run(store_in_branch<without>);
}
CASE(lanes_store_own_value_at_once, "warp_race global") { run(store_at_once<without>); }
CASE(warp_shifts_in_place, "warp_race global") { run(shift_down); }
