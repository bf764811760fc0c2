// Masks of warp-wide operations: who is named, who comes.
#include "cases.hpp"

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
  data[threadIdx.x] = value;
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
// Asked of those that are active: right here, since the mask is of this branch.
__global__ void ballot_of_active(int* data) {
  if (data[threadIdx.x] % 3 == 0) {
    const unsigned active = __activemask();
    data[threadIdx.x] = __popc(__ballot_sync(active, 1));
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
CASE(mask_of_active_lanes, "clean") { run(ballot_of_active); }
CASE(mask_computed_before_branch, "clean") { run(ballot_before_branch); }
CASE_FOR_EMULATOR(mask_names_lanes_that_left_the_loop, "deadlock") {
  run(shuffle_in_loop<without>);
}
CASE(mask_shrinks_in_loop, "clean") { run(shuffle_in_loop<with>); }
CASE(mask_of_equal_keys, "clean") { run(match_keys); }
CASE(mask_of_half_a_warp, "clean") { run(barrier_of_half_a_warp, 16); }
