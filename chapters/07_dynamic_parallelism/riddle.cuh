// Nested reductions as they are in print, with what is wrong in them. DELIBERATE BUGS: the lesson
// takes them apart one by one, and riddle.cu provokes each.
#pragma once

#include "delay.cuh"
#include "launches.cuh"

// In which order the threads of a block work, where that decides the result.
enum class who_first {
  chance,         // as in print
  below_stride,   // those that have work
  beyond_stride,  // those that have none
};

// The printed third form: one child grid per level. It does not ask whether a thread lies below the
// stride, so it must be launched with `stride` threads. With more, the threads beyond the stride
// change what those below it read. Elements are read up to two tiles after the last block's.
__global__ void reduce_unguarded(int* data, int* partial, unsigned stride, unsigned width,
                                 who_first order) {
  int* tile = data + blockIdx.x * width;
  const unsigned t = threadIdx.x;
  const bool has_work = t < stride;

  if (order == who_first::chance || has_work == (order == who_first::below_stride))
    tile[t] += tile[t + stride];
  if (order != who_first::chance) {
    __syncthreads();
    if (has_work != (order == who_first::below_stride)) tile[t] += tile[t + stride];
  }

  if (t > 0) return;
  if (stride == 1) partial[blockIdx.x] = tile[0];
  if (stride > 1 && blockIdx.x == 0) {
    reduce_unguarded<<<gridDim.x, stride / 2, 0, cudaStreamTailLaunch>>>(data, partial, stride / 2,
                                                                         width, who_first::chance);
    launch_was_lost();
  }
}

// The printed third form again, launched with as many threads as have work. In print it launches
// its child by a plain <<< >>>: nothing then orders the child after the parent's other blocks.
// `delay` holds back the other blocks of the first level, by up to so many nanoseconds.
template <bool in_tail>
__global__ void reduce_racing(int* data, int* partial, unsigned width, unsigned delay) {
  int* tile = data + blockIdx.x * width;
  const unsigned stride = blockDim.x;
  const unsigned t = threadIdx.x;

  if (blockIdx.x > 0) wait_nanoseconds(delay / 4 * (blockIdx.x % 4 + 1));
  tile[t] += tile[t + stride];

  if (t > 0) return;
  if (stride == 1) partial[blockIdx.x] = tile[0];
  if (stride > 1 && blockIdx.x == 0) {
    const cudaStream_t stream = in_tail ? cudaStreamTailLaunch : nullptr;
    reduce_racing<in_tail><<<gridDim.x, stride / 2, 0, stream>>>(data, partial, width, 0);
    launch_was_lost();
  }
}
