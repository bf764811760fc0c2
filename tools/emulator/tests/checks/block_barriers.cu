// Barriers of the block that not all threads reach, or not as often.
#include "cases.hpp"

using namespace check_cases;

namespace {

__global__ void in_branch_of_threads(int* data) {
  if (threadIdx.x < 40) {
    data[threadIdx.x] += 1;
    __syncthreads();
  }
  data[threadIdx.x] += 2;
}
__global__ void in_branch_of_a_warp(int* data) {
  if (threadIdx.x < 32) __syncthreads();
  data[threadIdx.x] += 2;
}
__global__ void in_branch_of_the_block(int* data) {
  if (data[0] == 0) __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x + 1] += 2;
}
// Both branches have one, and they are not the same one.
__global__ void in_both_branches(int* data) {
  if (threadIdx.x % 2 == 0) {
    data[threadIdx.x] = 1;
    __syncthreads();
  } else {
    data[threadIdx.x] = 2;
    __syncthreads();
  }
  data[threadIdx.x] += 3;
}
// clang-format off
__global__ void in_both_branches_of_a_line(int* data) {
  if (threadIdx.x % 2 == 0) { data[threadIdx.x] = 1; __syncthreads(); } else { data[threadIdx.x] = 2; __syncthreads(); }
  data[threadIdx.x] += 3;
}
// clang-format on
__global__ void in_both_branches_by_warps(int* data) {
  if (threadIdx.x < 32) {
    data[threadIdx.x] = 1;
    __syncthreads();
  } else {
    data[threadIdx.x] = 2;
    __syncthreads();
  }
  data[threadIdx.x] += 3;
}
// As often as the thread's number says.
__global__ void in_loop_of_own_length(int* data) {
  for (unsigned i = 0; i <= threadIdx.x % 3; ++i) {
    data[threadIdx.x] += 1;
    __syncthreads();
  }
}
__global__ void in_loop_of_common_length(int* data, unsigned turns) {
  for (unsigned i = 0; i < turns; ++i) {
    data[threadIdx.x] += 1;
    __syncthreads();
  }
}
// A loop over elements ends earlier for the last threads.
template <bool Whole>
__global__ void in_loop_over_elements(int* data, unsigned n) {
  for (unsigned i = threadIdx.x; Whole ? i / 64 * 64 < n : i < n; i += 64) {
    if (i < n) data[i] += 1;
    __syncthreads();
  }
  __syncthreads();
  data[threadIdx.x] += 1;
}
// The guard against the end of the data stands before the barrier.
template <bool Early>
__global__ void behind_guard(int* data, unsigned n) {
  __shared__ int s[64];
  const unsigned i = threadIdx.x;
  if (Early && i >= n) return;
  if (i < n) s[i] = data[i];
  __syncthreads();
  if (i < n) data[i] = s[n - 1 - i];
}
__global__ void behind_break(int* data) {
  for (unsigned i = 0; i < 4; ++i) {
    if (i == 2 && threadIdx.x == 5) break;
    data[threadIdx.x] += 1;
    __syncthreads();
  }
}
__device__ __noinline__ void step(int* data) {
  *data += 1;
  __syncthreads();
}
__global__ void in_function_of_some(int* data) {
  if (threadIdx.x % 2 == 0) step(&data[threadIdx.x]);
}
__global__ void in_function_of_all(int* data) { step(&data[threadIdx.x]); }
// A switch of warps, each with the barrier: all come, once each.
__global__ void in_cases(int* data) {
  switch (threadIdx.x / 32) {
    case 0:
      data[threadIdx.x] = 1;
      __syncthreads();
      break;
    case 1:
      data[threadIdx.x] = 2;
      break;
    default:
      data[threadIdx.x] = 3;
      __syncthreads();
  }
}
__global__ void in_tree_inside_branch(int* data) {
  for (unsigned d = 32; d > 0; d /= 2) {
    if (threadIdx.x < d) {
      data[threadIdx.x] += data[threadIdx.x + d];
      __syncthreads();
    }
  }
}

template <class Kernel>
void run(Kernel kernel, unsigned threads = 64) {
  auto data = ints(129);
  kernel<<<1, threads>>>(data.data());
}

}  // namespace

CASE(barrier_in_branch_of_threads, "barrier_divergence") { run(in_branch_of_threads); }
CASE(barrier_in_branch_of_a_warp, "barrier_divergence") { run(in_branch_of_a_warp); }
CASE(barrier_in_branch_of_the_block, "clean") {
  auto data = ints(129);
  in_branch_of_the_block<<<2, 64>>>(data.data());
}
CASE(barriers_in_both_branches, "barrier_divergence") { run(in_both_branches); }
CASE(barriers_in_both_branches_of_a_line, "barrier_divergence") { run(in_both_branches_of_a_line); }
CASE(barriers_in_both_branches_by_warps, "barrier_divergence") { run(in_both_branches_by_warps); }
CASE(barrier_in_loop_of_own_length, "barrier_divergence") { run(in_loop_of_own_length); }
CASE(barrier_in_loop_of_common_length, "clean") {
  auto data = ints(64);
  in_loop_of_common_length<<<1, 64>>>(data.data(), 5);
}
CASE_FOR_EMULATOR(barrier_in_loop_over_elements, "barrier_divergence") {
  auto data = ints(128);
  in_loop_over_elements<without><<<1, 64>>>(data.data(), 100);
}
CASE(barrier_in_loop_over_whole_blocks, "clean") {
  auto data = ints(128);
  in_loop_over_elements<with><<<1, 64>>>(data.data(), 100);
}
CASE(barrier_behind_early_return, "barrier_divergence") {
  auto data = ints(64);
  behind_guard<with><<<1, 64>>>(data.data(), 50);
}
CASE(barrier_beside_guard, "clean") {
  auto data = ints(64);
  behind_guard<without><<<1, 64>>>(data.data(), 50);
}
CASE(barrier_behind_break, "barrier_divergence") { run(behind_break); }
CASE(barrier_in_function_of_some, "barrier_divergence") { run(in_function_of_some); }
CASE(barrier_in_function_of_all, "clean") { run(in_function_of_all); }
CASE(barrier_in_some_cases, "barrier_divergence") { run(in_cases, 96); }
CASE(barrier_in_tree_inside_branch, "barrier_divergence") { run(in_tree_inside_branch); }
