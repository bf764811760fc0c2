// Races of which the code around them says more than that nothing orders the two.
#include "cases.hpp"

using namespace check_cases;

namespace {

std::string in_line(int line) { return "on line " + std::to_string(line); }

constexpr int line_of_step = __LINE__ + 2;
__global__ void steps_by_a_block(int* data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) data[i] += 1;
}
// Each block has elements of its own, as many as its threads can do in a few rounds.
__global__ void steps_within_a_part(int* data, int part) {
  for (int i = threadIdx.x; i < part; i += blockDim.x) data[blockIdx.x * part + i] += 1;
}
__global__ void part_that_is_too_long(int* data, int part) {
  for (int i = threadIdx.x; i <= part; i += blockDim.x) data[blockIdx.x * part + i] += 1;
}

__global__ void sums_of_pairs(const int* from, int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = from[2 * i] + from[2 * i + 1];
  to[i] = sum;
}

__global__ void all_threads_add(int* data) {
  __shared__ int tile[128];
  const unsigned t = threadIdx.x;
  tile[t] = data[t];
  tile[t + 64] = 0;
  __syncthreads();
  for (unsigned stride = 32; stride > 0; stride /= 2) {
    tile[t] += tile[t + stride];
    __syncthreads();
  }
  data[t] = tile[t];
}
__global__ void no_barrier_in_the_loop(int* data) {
  __shared__ int tile[64];
  const unsigned t = threadIdx.x;
  tile[t] = data[t];
  __syncthreads();
  for (unsigned stride = 32; stride > 0; stride /= 2)
    if (t < stride) tile[t] += tile[t + stride];
  if (t == 0) data[0] = tile[0];
}

__global__ void largest_of_all(const int* data, int* best) {
  const int x = data[blockIdx.x * blockDim.x + threadIdx.x];
  if (*best < x) {
    *best = x;
  }
}

constexpr int line_of_count = __LINE__ + 4;
__global__ void counts_without_a_fence(const int* data, int* sums, unsigned* count, int* sum) {
  __shared__ bool is_last;
  sums[blockIdx.x] = data[blockIdx.x];
  is_last = atomicAdd(count, 1) + 1 == gridDim.x;
  if (!is_last) return;
  int all = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) all += sums[b];
  *sum = all;
}

// Of two barriers in the loop the second one is missing: before the next read.
constexpr int line_of_read = __LINE__ + 7;
__global__ void no_barrier_before_the_next(int* data, int n) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  tile[t] = data[t];
  __syncthreads();
  for (int stride = 1; stride < n; stride *= 2) {
    const int before = t >= stride ? tile[t - stride] : 0;
    __syncthreads();
    tile[t] += before;
  }
  data[t] = tile[t];
}

// The write is made of another read: nobody writes back what is read after it.
__global__ void reads_what_is_done(int* count, int* data) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) is_last = atomicAdd(count, 1) == 0;
  if (!is_last) return;
  data[threadIdx.x] = 1;
}

// No loop: two statements in one line are not one that is done again.
__global__ void statements_in_one_line(int* data) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  // clang-format off
  tile[t] = data[t]; __syncthreads(); const int other = tile[t ^ 32]; tile[t] = other + 1;
  // clang-format on
  __syncthreads();
  data[t] = tile[t];
}

constexpr int line_of_warp_barrier = __LINE__ + 4;
__global__ void waits_for_its_warp(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncwarp();
  data[threadIdx.x] = tile[63 - threadIdx.x];
}

}  // namespace

CASE_THAT_SAYS(loop_goes_on_by_a_block, "race global",
               in_line(line_of_step) + " the index advances by blockDim.x") {
  auto data = ints(256);
  steps_by_a_block<<<2, 64>>>(data.data(), 256);
}
CASE(blocks_with_parts_of_their_own, "clean") {
  auto data = ints(256);
  steps_within_a_part<<<2, 64>>>(data.data(), 128);
}
CASE_THAT_SAYS(parts_that_overlap, "race global", "by the same statement, and nothing orders") {
  auto data = ints(300);
  part_that_is_too_long<<<2, 64>>>(data.data(), 128);
}

CASE_THAT_SAYS(one_array_for_two_parameters, "race global",
               "the launch passes one array for two parameters") {
  auto data = ints(256);
  sums_of_pairs<<<2, 64>>>(data.data(), data.data());
}

CASE_THAT_SAYS(within_one_round, "race shared", "in the same iteration") {
  auto data = ints(64);
  all_threads_add<<<1, 64>>>(data.data());
}
CASE_THAT_SAYS(barrier_before_the_next_round, "race shared",
               "between line " + std::to_string(line_of_read + 2) + " and line " +
                   std::to_string(line_of_read) + " of the next iteration") {
  auto data = ints(64);
  no_barrier_before_the_next<<<1, 64>>>(data.data(), 64);
}
CASE_THAT_SAYS(read_behind_the_write, "race shared", "with no barrier between the two") {
  auto data = ints(64), count = ints(1);
  reads_what_is_done<<<1, 64>>>(count.data(), data.data());
}
CASE_THAT_SAYS(statements_of_one_line, "race shared", "with no barrier between the two") {
  auto data = ints(64);
  statements_in_one_line<<<1, 64>>>(data.data());
}
CASE_THAT_SAYS(rounds_without_a_barrier, "warp_race shared",
               "by the same statement, with no __syncwarp() between its read and its write") {
  auto data = ints(64);
  no_barrier_in_the_loop<<<1, 64>>>(data.data());
}
CASE_THAT_SAYS(rounds_of_a_warp_without_a_barrier, "warp_race shared",
               "by the same statement, with no barrier between its read and its write") {
  auto data = ints(64);
  no_barrier_in_the_loop<<<1, 32>>>(data.data());
}

// What is stored is not made of what was read, but chosen by it.
CASE_THAT_SAYS(maximum_in_two_lines, "race global", "each later writes back its own new value") {
  auto data = numbers(256), best = ints(1);
  largest_of_all<<<4, 64>>>(data.data(), best.data());
}

CASE_THAT_SAYS(counter_without_a_fence, "race global",
               "there is no fence before the atomic operation " + in_line(line_of_count)) {
  auto data = ints(4), sums = ints(4), sum = ints(1);
  auto count = filled(1, 0u);
  counts_without_a_fence<<<4, 1>>>(data.data(), sums.data(), count.data(), sum.data());
}

CASE_THAT_SAYS(barrier_of_a_warp_between_warps, "race shared",
               "__syncwarp() " + in_line(line_of_warp_barrier) + " synchronises one warp only") {
  auto data = ints(64);
  waits_for_its_warp<<<1, 64>>>(data.data());
}
