// Findings that name the condition in the source which led to them, and those that must not.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr int line_of_return = __LINE__ + 4;
__global__ void return_before_barrier(int* data, int n) {
  __shared__ int s[64];
  const int i = threadIdx.x;
  if (i >= n) return;
  s[i] = data[i];
  __syncthreads();
  data[i] = s[n - 1 - i];
}
// The loop's own condition is the same for all threads.
constexpr int line_of_branch = __LINE__ + 3;
__global__ void barrier_in_step(int* data) {
  for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
    if (threadIdx.x < d) {
      data[threadIdx.x] += data[threadIdx.x + d];
      __syncthreads();
    }
  }
}
constexpr int line_of_loop = __LINE__ + 2;
__global__ void barrier_in_own_loop(int* data) {
  for (unsigned i = 0; i <= threadIdx.x % 3; ++i) {
    data[threadIdx.x] += 1;
    __syncthreads();
  }
  data[threadIdx.x] += 1;
}
// Each of the two may have been the one.
__global__ void barrier_behind_two_conditions(int* data, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  if (data[i] == 0) {
    data[i] = 1;
    __syncthreads();
  }
  data[i] += 1;
}
constexpr int line_of_choice = __LINE__ + 2;
__global__ void barrier_on_both_sides(int* data) {
  if (threadIdx.x < 32) {
    data[threadIdx.x] = 1;
    __syncthreads();
  } else {
    data[threadIdx.x] = 2;
    __syncthreads();
  }
}
__device__ __noinline__ void add_and_wait(int* data) {
  *data += 1;
  __syncthreads();
}
constexpr int line_of_call = __LINE__ + 2;
__global__ void barrier_in_function(int* data) {
  if (threadIdx.x % 2 == 0) add_and_wait(&data[threadIdx.x]);
}
constexpr int line_of_lanes = __LINE__ + 2;
__global__ void shuffle_of_those_left(int* data) {
  if (threadIdx.x >= 8) return;
  int value = data[threadIdx.x];
  for (int by = 4; by > 0; by /= 2) value += __shfl_down_sync(0xffffffff, value, by, 8);
  data[threadIdx.x] = value;
}
constexpr int line_of_last_branch = __LINE__ + 2;
__global__ void shuffle_in_last_branch(int* data) {
  if (threadIdx.x < 8) {
    int value = data[threadIdx.x];
    value += __shfl_down_sync(0xffffffff, value, 4);
    data[threadIdx.x] = value;
  }
}
constexpr int line_of_twenty = __LINE__ + 3;
__global__ void sum_of_twenty(int* data) {
  const unsigned mask = __ballot_sync(0xffffffff, threadIdx.x < 20);
  if (threadIdx.x >= 20) return;
  int value = data[threadIdx.x];
  for (int by = 16; by > 0; by /= 2) value += __shfl_down_sync(mask, value, by);
  data[threadIdx.x] = value;
}
__global__ void sum_of_block(int* data) {
  int value = data[threadIdx.x];
  for (int by = 16; by > 0; by /= 2) value += __shfl_down_sync(0x0000ffff, value, by);
  data[threadIdx.x] = value;
}

constexpr int line_of_guard = __LINE__ + 3;
__global__ void one_too_many(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) data[i] += 1;
}
__global__ void without_guard(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
constexpr int line_of_related = __LINE__ + 3;
__global__ void behind_unrelated(const int* flag, int* data, int n) {
  if (*flag == 0) {
    for (int i = threadIdx.x; i <= n; i += 32) data[i] = 1;
  }
}
// Its condition lets one thread of each block through, whichever block it is.
__global__ void word_of_block(int* words) {
  if (threadIdx.x == 0) words[blockIdx.x] = 1;
}
constexpr int line_of_limit = __LINE__ + 3;
__global__ void up_to(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}
constexpr int line_of_sides = __LINE__ + 3;
__global__ void scale_sides(int* of_rows, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width) of_rows[x] *= height;
}
__global__ void one_for_each_thread(int* data) {
  __shared__ int tile[32];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
__global__ void left_in_tile(int* data) {
  __shared__ int tile[32];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[static_cast<int>(threadIdx.x) - 1];
}
__global__ void left_neighbour(const int* from, int* to) {
  to[threadIdx.x] = from[static_cast<int>(threadIdx.x) - 1];
}
__global__ void three_to_the_left(const int* from, int* to) {
  const unsigned i = threadIdx.x;
  to[i] = from[i - 3];
}
__global__ void right_neighbour(int* data) {
  __shared__ int tile[32];
  tile[threadIdx.x + 1] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[threadIdx.x];
}
__global__ void half_a_pair(const int* from, int2* to) {
  to[threadIdx.x] = reinterpret_cast<const int2*>(from)[threadIdx.x];
}

std::string in_line(int line) { return "the condition on line " + std::to_string(line); }

}  // namespace

CASE_THAT_SAYS(decision_to_return, "barrier_divergence",
               "never reach: they left the kernel at " + in_line(line_of_return)) {
  auto data = ints(64);
  return_before_barrier<<<1, 64>>>(data.data(), 50);
}
CASE_THAT_SAYS(decision_in_a_loop_of_all, "barrier_divergence",
               in_line(line_of_branch) + " keeps them away") {
  auto data = ints(64);
  barrier_in_step<<<1, 64>>>(data.data());
}
CASE_THAT_SAYS(decision_of_a_loop, "barrier_divergence", in_line(line_of_loop)) {
  auto data = ints(64);
  barrier_in_own_loop<<<1, 64>>>(data.data());
}
CASE_THAT_SAYS(decision_is_not_known, "barrier_divergence",
               "never reach: they have left the kernel\n") {
  auto data = numbers(64);
  barrier_behind_two_conditions<<<1, 64>>>(data.data(), 50);
}
CASE_THAT_SAYS(decision_between_barriers, "barrier_divergence",
               "another one: they take different paths at " + in_line(line_of_choice)) {
  auto data = ints(64);
  barrier_on_both_sides<<<1, 64>>>(data.data());
}
CASE_THAT_SAYS(decision_to_call, "barrier_divergence", in_line(line_of_call)) {
  auto data = ints(64);
  barrier_in_function<<<1, 64>>>(data.data());
}
CASE_THAT_SAYS(decision_of_lanes_in_a_mask, "warp_mask",
               "24 lanes that left the kernel at " + in_line(line_of_lanes) + " (0xffffff00)") {
  auto data = ints(32);
  shuffle_of_those_left<<<1, 32>>>(data.data());
}
CASE_THAT_SAYS(decision_of_the_last_branch, "warp_mask",
               "24 lanes that " + in_line(line_of_last_branch) + " keeps away (0xffffff00)") {
  auto data = ints(32);
  shuffle_in_last_branch<<<1, 32>>>(data.data());
}
CASE_THAT_SAYS(decision_of_a_lane_that_is_read, "warp_mask",
               ", which left the kernel at " + in_line(line_of_twenty) + " (mask") {
  auto data = ints(32);
  sum_of_twenty<<<1, 32>>>(data.data());
}
CASE_THAT_SAYS(lane_that_the_block_lacks, "warp_mask",
               ", which does not exist: the block has 16 threads (mask") {
  auto data = ints(32);
  sum_of_block<<<1, 16>>>(data.data());
}

CASE_THAT_SAYS(guard_lets_through, "out_of_bounds global",
               "reads element 50 of an allocation of 50 elements of 4 bytes: " +
                   in_line(line_of_guard) + " lets it through") {
  auto data = ints(50);
  one_too_many<<<2, 32>>>(data.data(), 50);
}
CASE_THAT_SAYS(no_guard, "out_of_bounds global",
               "reads element 50 of an allocation of 50 elements of 4 bytes: no condition guards "
               "it") {
  auto data = ints(50);
  without_guard<<<2, 32>>>(data.data());
}
CASE_THAT_SAYS(guard_that_looks_at_the_index, "out_of_bounds global",
               ": " + in_line(line_of_related) + " lets it through") {
  auto flag = ints(1), data = ints(40);
  behind_unrelated<<<1, 32>>>(flag.data(), data.data(), 40);
}
CASE_THAT_SAYS(element_before_the_first, "out_of_bounds global",
               "reads element -1 of an allocation of 32 elements of 4 bytes: no condition") {
  auto from = ints(32), to = ints(32);
  left_neighbour<<<1, 32>>>(from.data(), to.data());
}
CASE_THAT_SAYS(unsigned_index_below_zero, "out_of_bounds global",
               "reads element -3 of an allocation of 64 elements of 4 bytes (an unsigned index "
               "wraps around)") {
  auto from = ints(64), to = ints(64);
  three_to_the_left<<<1, 64>>>(from.data(), to.data());
}
CASE_THAT_SAYS(element_of_shared_memory, "out_of_bounds shared, uninitialized_read shared",
               "writes element 32 of tile, an array of 32 elements of 4 bytes in shared memory: no "
               "condition") {
  auto data = ints(32);
  right_neighbour<<<1, 32>>>(data.data());
}
CASE_THAT_SAYS(element_before_shared_memory, "out_of_bounds shared",
               "reads element -1 of tile, an array of 32 elements of 4 bytes in shared memory") {
  auto data = ints(32);
  left_in_tile<<<1, 32>>>(data.data());
}
CASE_THAT_SAYS(one_block_too_many, "out_of_bounds global",
               "writes element 3 of an allocation of 3 elements of 4 bytes: the launch has 4 "
               "blocks\n") {
  auto words = ints(3);
  word_of_block<<<4, 32>>>(words.data());
}
CASE_THAT_SAYS(limit_of_another_array, "out_of_bounds global",
               "reads element 40 of an allocation of 40 elements of 4 bytes: the launch passes 64 "
               "as the limit for " +
                   in_line(line_of_limit)) {
  auto data = ints(40);
  up_to<<<2, 32>>>(data.data(), 64);
}
CASE_THAT_SAYS(limit_of_the_other_side, "out_of_bounds global",
               "reads element 40 of an allocation of 40 elements of 4 bytes: " +
                   in_line(line_of_sides) + " lets it through") {
  auto of_rows = ints(40);
  scale_sides<<<2, 32>>>(of_rows.data(), 64, 40);
}
CASE_THAT_SAYS(
    block_larger_than_its_tile, "out_of_bounds shared",
    "writes element 32 of tile, an array of 32 elements of 4 bytes in shared memory: the "
    "launch has blocks of 64 threads\n") {
  auto data = ints(64);
  one_for_each_thread<<<1, 64>>>(data.data());
}
CASE_THAT_SAYS(bytes_across_the_end, "out_of_bounds global",
               ", across the end of an allocation of 20 bytes") {
  auto from = ints(5);
  auto to = filled<int2>(3, {0, 0});
  half_a_pair<<<1, 3>>>(from.data(), to.data());
}
