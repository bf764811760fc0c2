// Masks of warp-wide operations: who is named, who comes.
#include "cases.hpp"

#include <cooperative_groups.h>

using namespace check_cases;

namespace {

constexpr unsigned ALL = 0xffffffff;

__global__ void barrier_without_caller(int* data) {
  if (threadIdx.x < 16) __syncwarp(0xfffe);
  data[threadIdx.x] = 1;
}
__global__ void shuffle_without_caller(int* data) {
  data[threadIdx.x] = __shfl_sync(0xffff, static_cast<int>(threadIdx.x), 0);
}
__global__ void vote_without_caller(int* data) {
  if (threadIdx.x < 20) data[threadIdx.x] = __any_sync(0xffff, data[threadIdx.x] > 3);
}

// Named are all, and the others wait elsewhere for a barrier of the block: nobody goes on.
__global__ void shuffle_while_others_wait(int* data) {
  int value = data[threadIdx.x];
  if (threadIdx.x < 16) value += __shfl_down_sync(ALL, value, 8);
  __syncthreads();
  data[threadIdx.x] = value;
}
__global__ void shuffle_of_those_that_come(int* data) {
  int value = data[threadIdx.x];
  if (threadIdx.x < 16) value += __shfl_down_sync(0xffff, value, 8);
  __syncthreads();
  if (threadIdx.x < 8) data[threadIdx.x] = value;
}
// Named are all, and the others have ended.
__global__ void barrier_with_lanes_that_ended(int* data) {
  if (threadIdx.x >= 16) return;
  data[threadIdx.x] += 1;
  __syncwarp();
  data[threadIdx.x] += data[15 - threadIdx.x];
}
// The same operation in both branches is met by all.
__global__ void shuffle_in_both_branches(int* data) {
  int value = data[threadIdx.x];
  if (threadIdx.x % 2 == 0)
    value = __shfl_xor_sync(ALL, value, 1);
  else
    value = __shfl_xor_sync(ALL, value + 1, 1);
  data[threadIdx.x] = value;
}
// The first of those that are together, whoever they are, acts for them.
__global__ void leader_of_active(int* data) {
  if (data[threadIdx.x] % 3 == 0) {
    const unsigned active = __activemask();
    int first = 0;
    if (threadIdx.x == __ffs(active) - 1) first = atomicAdd(data + 32, __popc(active));
    first = __shfl_sync(active, first, __ffs(active) - 1);
    atomicAdd(data + 33, first);
  }
}
// The mask is computed where all are there.
__global__ void ballot_before_branch(int* data) {
  const int value = data[threadIdx.x];
  const unsigned odd = __ballot_sync(ALL, value % 2 != 0);
  if (value % 2 != 0) data[threadIdx.x] = __shfl_sync(odd, value, __ffs(odd) - 1);
}
// Lanes leave a loop one after the other, and the mask still names them.
template <bool ShrinkMask>
__global__ void shuffle_in_loop(int* data) {
  int value = data[threadIdx.x], rest = static_cast<int>(threadIdx.x % 4);
  unsigned mask = ALL;
  while (true) {
    if (ShrinkMask) mask = __ballot_sync(mask, rest > 0);
    if (rest == 0) break;
    value += __shfl_sync(mask, value, 31);
    --rest;
  }
  __syncthreads();
  data[threadIdx.x] = value;
}
__global__ void match_keys(int* data) {
  const unsigned same = __match_any_sync(ALL, data[threadIdx.x] % 4);
  data[threadIdx.x] = __reduce_add_sync(same, 1);
}
// Half a warp is the block: a mask may name lanes that are not.
__global__ void barrier_of_half_a_warp(int* data) {
  __shared__ int s[16];
  s[threadIdx.x] = data[threadIdx.x];
  __syncwarp();
  data[threadIdx.x] = s[15 - threadIdx.x];
}

// -- Values from lanes that take no part.

// The last steps of a sum, of which lane 0 has the result: what the upper lanes get, no one uses.
template <bool AllStore>
__global__ void sum_of_half_a_warp(int* data) {
  if (threadIdx.x >= 16) return;
  int value = data[threadIdx.x];
  for (int by = 8; by > 0; by /= 2) value += __shfl_down_sync(0xffff, value, by);
  if (AllStore || threadIdx.x == 0) data[threadIdx.x] = value;
}
// A sum over the lanes that have an element, in five steps: lane 0 adds what lane 4 got of lane 20.
template <bool IsGuarded>
__global__ void sum_of_a_tail(int* data, int n) {
  const int i = threadIdx.x;
  const unsigned mask = __ballot_sync(ALL, i < n);
  if (i >= n) return;
  int value = data[i];
  for (int by = 16; by > 0; by /= 2) {
    const int other = __shfl_down_sync(mask, value, by);
    if (!IsGuarded || i + by < n) value += other;
  }
  if (i == 0) data[40] = value;
}
// The same in both halves of a double.
__global__ void sum_of_doubles(double* data, int n) {
  const int i = threadIdx.x;
  const unsigned mask = __ballot_sync(ALL, i < n);
  if (i >= n) return;
  double value = data[i];
  for (int by = 16; by > 0; by /= 2) value += __shfl_down_sync(mask, value, by);
  if (i == 0) data[40] = value;
}
// All are named, and the block has but half a warp.
__global__ void sum_of_a_small_block(int* data) {
  int value = data[threadIdx.x];
  for (int by = 16; by > 0; by /= 2) value += __shfl_down_sync(ALL, value, by);
  if (threadIdx.x == 0) data[40] = value;
}
__global__ void sum_by_butterfly(int* data) {
  if (threadIdx.x >= 16) return;
  int value = data[threadIdx.x];
  for (int by = 8; by > 0; by /= 2) value += __shfl_xor_sync(0xffff, value, by);
  data[threadIdx.x] = value;
}
// A neighbour's value as an index, and in an atomic operation.
__global__ void undefined_index(int* data) {
  if (threadIdx.x >= 16) return;
  const int next = __shfl_down_sync(0xffff, static_cast<int>(threadIdx.x), 1);
  data[32 + next] = 1;
}
__global__ void undefined_addend(int* data) {
  if (threadIdx.x >= 16) return;
  atomicAdd(data + 40, __shfl_down_sync(0xffff, data[threadIdx.x], 1));
}
// What the last lane gets does not matter for its answer.
__global__ void rises(int* data) {
  if (threadIdx.x >= 16) return;
  const int value = data[threadIdx.x];
  const int next = __shfl_down_sync(0xffff, value, 1);
  data[32 + threadIdx.x] = threadIdx.x<15 & next> value;
}
__global__ void next_or_own(int* data) {
  if (threadIdx.x >= 16) return;
  const int value = data[threadIdx.x];
  const int next = __shfl_down_sync(0xffff, value, 1);
  data[32 + threadIdx.x] = threadIdx.x < 15 ? next : value;
}
// A lane that got nothing gets something later on.
__global__ void overwritten(int* data) {
  if (threadIdx.x >= 16) return;
  int value = data[threadIdx.x];
  for (int by = 1; by < 3; ++by) {
    value = __shfl_down_sync(0xffff, value, 1);
    if (threadIdx.x == 15 || threadIdx.x == 14) value = by;
  }
  data[32 + threadIdx.x] = value;
}

// -- Lanes that happen to be together.

template <bool OfAll>
__global__ void ballots_in_a_loop(const int* data, unsigned* words, int n) {
  for (int i = threadIdx.x; i < (OfAll ? (n + 31) / 32 * 32 : n); i += 32) {
    const unsigned mask = OfAll ? ALL : __activemask();
    const unsigned word = __ballot_sync(mask, i < n && data[i] % 3 == 0);
    if (threadIdx.x == 0) words[i / 32] = word;
  }
}
__global__ void count_of_active(int* data) {
  if (data[threadIdx.x] % 3 == 0) data[threadIdx.x] = __popc(__ballot_sync(__activemask(), 1));
}
__global__ void sum_of_active(int* data, int n) {
  if (threadIdx.x >= n) return;
  int value = data[threadIdx.x];
  for (int by = 16; by > 0; by /= 2) value += __shfl_down_sync(__activemask(), value, by);
  if (threadIdx.x == 0) data[40] = value;
}
// An answer that only saves work, whoever gives it.
__global__ void while_any_of_active(int* data) {
  const int most = data[threadIdx.x] % 5;
  int steps = 0;
  if (most > 1) {
    while (__any_sync(__activemask(), steps < most)) steps += steps < most;
    data[threadIdx.x] = steps;
  }
}
// The first of those that want to.
__global__ void leader_of_ballot(int* data) {
  if (data[threadIdx.x] % 3 == 0) {
    const unsigned odd = __ballot_sync(__activemask(), data[threadIdx.x] % 2);
    if (odd != 0 && threadIdx.x == __ffs(odd) - 1) atomicAdd(data + 32, __popc(odd));
  }
}
__global__ void same_place_of_active(int* data) {
  if (data[threadIdx.x] % 3 == 0) {
    const unsigned same = __match_any_sync(__activemask(), data[threadIdx.x] % 4);
    if (threadIdx.x == __ffs(same) - 1) atomicAdd(data + 32 + data[threadIdx.x] % 4, __popc(same));
  }
}
// The same as a group of cooperative_groups, which has such lanes by its name.
__global__ void sum_of_coalesced(int* data) {
  if (data[threadIdx.x] % 3 == 0) {
    const auto group = cooperative_groups::coalesced_threads();
    int value = data[threadIdx.x];
    for (unsigned by = 16; by > 0; by /= 2) {
      const int other = group.shfl_down(value, by);
      if (group.thread_rank() + by < group.size()) value += other;
    }
    if (group.thread_rank() == 0) atomicAdd(data + 40, value);
  }
}

template <class Kernel>
void run(Kernel kernel, unsigned threads = 32) {
  auto data = numbers(64);
  kernel<<<1, threads>>>(data.data());
}

}  // namespace

CASE_FOR_EMULATOR(mask_of_barrier_without_caller, "warp_mask") { run(barrier_without_caller); }
CASE_FOR_EMULATOR(mask_of_shuffle_without_caller, "warp_mask") { run(shuffle_without_caller); }
CASE_FOR_EMULATOR(mask_of_vote_without_caller, "warp_mask") { run(vote_without_caller); }
CASE_FOR_EMULATOR(mask_names_lanes_that_wait_elsewhere, "deadlock") {
  run(shuffle_while_others_wait);
}
CASE(mask_of_those_that_come, "clean") { run(shuffle_of_those_that_come); }
CASE(mask_names_lanes_that_ended, "warp_race global") { run(barrier_with_lanes_that_ended); }
CASE(mask_met_in_both_branches, "clean") { run(shuffle_in_both_branches); }
CASE(mask_of_active_lanes, "clean") { run(leader_of_active); }
CASE(mask_computed_before_branch, "clean") { run(ballot_before_branch); }
CASE_FOR_EMULATOR(mask_names_lanes_that_left_the_loop, "deadlock") {
  run(shuffle_in_loop<without>);
}
CASE(mask_shrinks_in_loop, "clean") { run(shuffle_in_loop<with>); }
CASE(mask_of_equal_keys, "clean") { run(match_keys); }
CASE(mask_of_half_a_warp, "clean") { run(barrier_of_half_a_warp, 16); }

CASE(undefined_value_is_thrown_away, "clean") { run(sum_of_half_a_warp<without>); }
CASE_FOR_EMULATOR(undefined_value_is_stored, "warp_mask") { run(sum_of_half_a_warp<with>); }
CASE_FOR_EMULATOR(undefined_value_in_a_sum, "warp_mask") {
  auto data = numbers(64);
  sum_of_a_tail<without><<<1, 32>>>(data.data(), 20);
}
CASE(undefined_value_is_not_added, "clean") {
  auto data = numbers(64);
  sum_of_a_tail<with><<<1, 32>>>(data.data(), 20);
}
CASE_FOR_EMULATOR(undefined_value_of_two_words, "warp_mask") {
  auto data = filled<double>(64, 1.0);
  sum_of_doubles<<<1, 32>>>(data.data(), 20);
}
CASE_FOR_EMULATOR(undefined_value_of_no_thread, "warp_mask") { run(sum_of_a_small_block, 16); }
CASE(undefined_value_of_no_lane_in_a_butterfly, "clean") { run(sum_by_butterfly); }
CASE_FOR_EMULATOR(undefined_value_as_an_index, "warp_mask") { run(undefined_index); }
CASE_FOR_EMULATOR(undefined_value_in_an_atomic_operation, "warp_mask") { run(undefined_addend); }
CASE(undefined_value_does_not_matter, "clean") { run(rises); }
CASE(undefined_value_is_not_chosen, "clean") { run(next_or_own); }
CASE(undefined_value_is_overwritten, "clean") { run(overwritten); }

CASE_FOR_EMULATOR(chance_in_a_loop, "warp_mask (warning)") {
  auto data = numbers(100);
  auto words = filled<unsigned>(4, 0);
  ballots_in_a_loop<without><<<1, 32>>>(data.data(), words.data(), 100);
}
CASE(chance_in_no_loop_of_all, "clean") {
  auto data = numbers(100);
  auto words = filled<unsigned>(4, 0);
  ballots_in_a_loop<with><<<1, 32>>>(data.data(), words.data(), 100);
}
CASE_FOR_EMULATOR(chance_of_a_count, "warp_mask (warning)") { run(count_of_active); }
CASE_FOR_EMULATOR(chance_of_a_sum, "warp_mask, warp_mask (warning)") {
  auto data = numbers(64);
  sum_of_active<<<1, 32>>>(data.data(), 20);
}
CASE(chance_of_a_whole_warp, "clean") {
  auto data = numbers(64);
  sum_of_active<<<1, 32>>>(data.data(), 32);
}
CASE(chance_of_a_short_cut, "clean") { run(while_any_of_active); }
CASE(chance_of_a_leader, "clean") { run(leader_of_ballot); }
CASE(chance_of_equal_keys, "clean") { run(same_place_of_active); }
CASE(chance_of_coalesced_threads, "clean") { run(sum_of_coalesced); }
