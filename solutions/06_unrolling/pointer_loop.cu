// Solution of 06_unrolling/pointer_loop
//
// The number of rounds is a constant, and small, so the compiler writes them out. What it makes is
// the code with eight variables: the loads in a row, and no condition or counter. (For longer
// loops, `#pragma unroll` asks for that.) The sum is one variable, but each value in flight needs a
// register of its own, so there are as many registers as before.
//
// by_end makes the same eight rounds. But the compiler cannot know that: their number is the
// distance of two pointers over blockDim.x, which is known only when the kernel runs. The loop
// stays, with a condition in each round. One load is in flight at a time, and its value needs one
// register.
#include "06_unrolling/pointer_loop.hpp"

constexpr unsigned largest_block = 1024;

// partial[b] = the sum of the elements of block b, 8 * blockDim.x of them.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;

  const unsigned i = blockIdx.x * (8 * blockDim.x) + t;
  int sum = 0;
  if (i + 7 * blockDim.x < size) {  // all of this thread's elements exist
    const int* next = data + i;
    for (int k = 0; k < 8; ++k) {
      sum += *next;
      next += blockDim.x;
    }
  } else {  // some of them, or none
    for (unsigned at = i; at < size; at += blockDim.x) sum += data[at];
  }
  tile[t] = sum;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

constexpr loop_prediction by_count_predicted{1, 0, 0};
constexpr loop_prediction by_end_predicted{0, 1, 1};
