// Exercise 06_unrolling/pointer_loop: eight additions by a loop over a pointer
//
// `eight_variables` in pointer_loop_kernels.cu, beside this file, adds eight elements a thread:
// eight variables, eight loads that do not wait for each other. Write the same by a loop and a
// pointer, which goes on by blockDim.x elements in each round. Is it slower? That depends on
// whether the compiler can write the loop out by itself. First write it, then predict what the
// compiler makes of two such loops there, `by_count` and `by_end`.
//
// What is checked: the sums, for sizes around every tile of a block, ragged, large and random, and
// for blocks of 64 to 1024 threads; that `data` stays as it is and nothing outside of it is read;
// the predictions, against what is counted; that no loop over the eight elements is left for the
// GPU: in full blocks a warp executes at most 1 branch more than with eight variables.
//
// More in pointer_loop.hpp, beside this file. To see what the compiler makes of your own kernel:
//   ./lockstep profile --by-line build/tools/graders/grade_06_unrolling_pointer_loop
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
    // TODO (5 lines): where does the pointer begin, how far does it go in a round, and how does the
    // compiler know how many rounds there are?
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

// TODO (2 lines): 1 for yes, 0 for no, in place of each `unanswered`; compared with eight_variables
//   in this order:                    unrolled    more instr. fewer registers
constexpr loop_prediction by_count_predicted{unanswered, unanswered, unanswered};
constexpr loop_prediction by_end_predicted{unanswered, unanswered, unanswered};
