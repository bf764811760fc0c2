// Exercise 06_unrolling/float_reduce: two reductions for any type
//
// Both kernels are templates, and compile for float; but somebody turned them into templates by
// their parameters only. Mend them for int, float and double. Then write down the tree of
// `complete_unroll` as its name says: a block has 1024 threads at most and 64 at least, so every
// step can stand there by itself, without a loop; and the last 64 sums are left to one warp, whose
// lanes wait for each other alone (__syncwarp, or shuffles).
//
// What is checked, for int, float and double: the sums, for sizes around a warp, a block and eight
// tiles, and for blocks of 64 to 1024 threads (int: exactly; float and double: at most 64 roundings
// of the sum); that `data` stays as it is and nothing outside of it is read; that every element is
// read once; that a warp of complete_unroll comes to at most 5 barriers of the block, and executes
// at most 75 % of the instructions that it executes now (1024 threads); that the threads share the
// work.
//
// The parameters are described beside this file, in float_reduce.hpp.
#include <lockstep/check.hpp>

#include "06_unrolling/float_reduce.hpp"

constexpr unsigned largest_block = 1024;
constexpr unsigned tiles = 8;

// partial[b] = the sum of the elements of block b, blockDim.x of them.
template <typename T>
__global__ void interleaved(const T* data, T* partial, unsigned size) {
  // TODO (1 line): what does a place of this array do to 0.5?
  __shared__ T tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// partial[b] = the sum of the elements of block b, 8 * blockDim.x of them.
template <typename T>
__global__ void complete_unroll(const T* data, T* partial, unsigned size) {
  // TODO (2 lines): the same question
  __shared__ T tile[largest_block];
  int sum = 0;

  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * (tiles * blockDim.x) + t;
  if (i + (tiles - 1) * blockDim.x < size) {  // all of this thread's elements exist
#pragma unroll
    for (unsigned k = 0; k < tiles; ++k) sum += data[i + k * blockDim.x];
  } else {  // some of them, or none
    for (unsigned at = i; at < size; at += blockDim.x) sum += data[at];
  }
  tile[t] = sum;
  __syncthreads();

  // TODO (about 20 lines): which steps can there be, and which of them does this block need?
  if (blockDim.x >= 1024 && t < 512) tile[t] += tile[t + 512];
  __syncthreads();
  if (blockDim.x >= 512 && t < 256) tile[t] += tile[t + 256];
  __syncthreads();
  if (blockDim.x >= 256 && t < 128) tile[t] += tile[t + 128];
  __syncthreads();
  if (blockDim.x >= 128 && t < 64) tile[t] += tile[t + 64];
  __syncthreads();
  if (t < 32) {
    tile[t] += tile[t + 32];
    __syncwarp();
    if (t < 16) tile[t] += tile[t + 16];
    __syncwarp();
    if (t < 8) tile[t] += tile[t + 8];
    __syncwarp();
    if (t < 4) tile[t] += tile[t + 4];
    __syncwarp();
    if (t < 2) tile[t] += tile[t + 2];
    __syncwarp();
    if (t < 1) tile[t] += tile[t + 1];
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <typename T>
void interleaved_sums(const T* data, T* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;
  interleaved<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();
}

template <typename T>
void unrolled_sums(const T* data, T* partial, unsigned size, unsigned block_size) {
  const unsigned elements = tiles * block_size;
  const unsigned blocks = (size + elements - 1) / elements;
  complete_unroll<<<blocks, block_size>>>(data, partial, size);
  CUDA_CHECK_LAUNCH();
}

// The grader sees declarations alone; these lines have the compiler make the functions.
template void interleaved_sums(const int*, int*, unsigned, unsigned);
template void interleaved_sums(const float*, float*, unsigned, unsigned);
template void interleaved_sums(const double*, double*, unsigned, unsigned);
template void unrolled_sums(const int*, int*, unsigned, unsigned);
template void unrolled_sums(const float*, float*, unsigned, unsigned);
template void unrolled_sums(const double*, double*, unsigned, unsigned);

//                              warps, loads, instructions
constexpr counter_ratios predicted{0.125, 1, 1};
