// 06_unrolling/float_reduce: two reductions for any type
// Task       Make both templates right for int, float and double, write down the tree of
//            complete_unroll without a loop, and predict how their counters compare (the book's
//            problem 3.6).
// Given      Both compile for every type, but still hold elements and sums in int. A block has 64
//            to 1024 threads; the last 64 sums are one warp's (__syncwarp, or shuffles).
// Done when  sums are right (float and double: at most 64 roundings off); elements are read once; a
//            warp of complete_unroll comes to at most 5 barriers of the block and executes at most
//            75 % of the instructions that it does now (1024 threads); the ratios are right.
// Interface  interleaved_sums, unrolled_sums and predicted, all three described in float_reduce.hpp
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

// One step of the tree, in blocks of more than `half` threads.
template <unsigned half, typename T>
__device__ void step(T* tile) {
  if (threadIdx.x < half && blockDim.x > half) {
    tile[threadIdx.x] += tile[threadIdx.x + half];
    __syncthreads();
  }
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

  step<512>(tile);
  step<256>(tile);
  step<128>(tile);
  step<64>(tile);
  if (t >= 32) return;
  sum = tile[t] + tile[t + 32];
#pragma unroll
  for (unsigned lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, lanes);
  if (t == 0) partial[blockIdx.x] = sum;
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

//        in this order:               warps       loads       instructions
constexpr counter_ratios predicted{0.125, 1, 1};
