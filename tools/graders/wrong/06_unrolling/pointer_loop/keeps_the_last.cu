// fails: results: keeps_the_last.cu:15: never-read(data … experiment(`=`, line(18
//
// `=` where `+=` is meant.
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
      sum = *next;
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
