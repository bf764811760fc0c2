// fails: properties: loop_kept.cu:46: most-arrive-here
//
// The types are mended, the tree is a loop as before.
#include <lockstep/check.hpp>

#include "06_unrolling/float_reduce.hpp"

constexpr unsigned largest_block = 1024;
constexpr unsigned tiles = 8;

// partial[b] = the sum of the elements of block b, blockDim.x of them.
template <typename T>
__global__ void interleaved(const T* data, T* partial, unsigned size) {
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
  __shared__ T tile[largest_block];
  T sum = 0;

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

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
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

// The grader sees only declarations; these lines make the compiler generate the functions.
template void interleaved_sums(const int*, int*, unsigned, unsigned);
template void interleaved_sums(const float*, float*, unsigned, unsigned);
template void interleaved_sums(const double*, double*, unsigned, unsigned);
template void unrolled_sums(const int*, int*, unsigned, unsigned);
template void unrolled_sums(const float*, float*, unsigned, unsigned);
template void unrolled_sums(const double*, double*, unsigned, unsigned);

//                              warps, loads, instructions
constexpr counter_ratios predicted{0.125, 1, 1};
