// 06_unrolling/pointer_loop: eight additions by a loop over a pointer
// Task       Add a thread's eight elements by a loop over a pointer (the book's problem 3.3), and
//            predict what the compiler makes of two such loops.
// Given      pointer_loop_kernels.cu has the sum by eight variables, and two loops that differ in
//            how they end: by_count and by_end. The rest of the kernel below is right.
// Done when  the sums are right for any size and blocks of 64 to 1024 threads; no loop over the
//            eight elements is left in the machine code (a warp executes at most 1 branch more
//            than with eight variables); the threads share the work; the six answers agree with
//            what is counted.
// Interface  __global__ void block_sums(const int* data, int* partial, unsigned size);
//            by_count_predicted and by_end_predicted, described in pointer_loop.hpp
#include "06_unrolling/pointer_loop.hpp"

using lockstep::unanswered;

constexpr unsigned largest_block = 1024;

// partial[b] = the sum of the elements of block b, 8 * blockDim.x of them.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;

  const unsigned i = blockIdx.x * (8 * blockDim.x) + t;
  int sum = 0;
  if (i + 7 * blockDim.x < size) {  // all of this thread's elements exist
    // TODO (5 lines): begin with a pointer to the first element, add what it points to in each of
    // eight rounds, and move it on by blockDim.x. Let a counter end the loop.
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

// TODO (2 lines): replace each `unanswered` by 1 for yes or 0 for no; compared with eight_variables
//   in this order:                    unrolled    more instr. fewer registers
constexpr loop_prediction by_count_predicted{unanswered, unanswered, unanswered};
constexpr loop_prediction by_end_predicted{unanswered, unanswered, unanswered};
