// Exercise 02_warp_divergence/partition: let a block sort its work, so that warps agree
//
// An element goes one of two ways, and only the data say which: no formula tells a thread which
// element to take. Kinds are mixed at random, so every warp has some of both and walks both ways.
//
// The threads of a block can look at the kinds of their 256 elements first, and agree in shared
// memory who works on which: elements of kind 0 for the threads at one end, those of kind 1 for the
// threads at the other. Then at most one warp of the block still has both. The results stay where
// they are: that of element i in result[i].
//
// What is checked: the results, for sizes around a warp and a block, kinds mixed or all the same or
// all but one; that inputs stay as they are and nothing outside of them is read; that for mixed
// kinds the work of all warps falls to at most three quarters of the instructions.
//
// The two ways and the launch are described beside this file, in partition.hpp.
#include "02_warp_divergence/partition.hpp"

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned element[256];
  __shared__ unsigned zeros_of[8], ones_of[8];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned i = blockIdx.x * 256 + threadIdx.x;
  const bool mine = i < size;
  const unsigned k = mine ? kind[i] : 2;

  const unsigned zeros = __ballot_sync(0xFFFFFFFF, k == 0);
  const unsigned ones = __ballot_sync(0xFFFFFFFF, k == 1);
  if (lane == 0) {
    zeros_of[warp] = __popc(zeros);
    ones_of[warp] = __popc(ones);
  }
  __syncthreads();

  unsigned all_zeros = 0, all_ones = 0, zeros_before = 0, ones_before = 0;
  for (unsigned w = 0; w < 8; ++w) {
    zeros_before += w < warp ? zeros_of[w] : 0;
    ones_before += w < warp ? ones_of[w] : 0;
    all_zeros += zeros_of[w];
    all_ones += ones_of[w];
  }
  const unsigned below = (1u << lane) - 1;
  if (k == 0) element[zeros_before + __popc(zeros & below)] = i;
  if (k == 1) element[all_zeros + ones_before + __popc(ones & below)] = i;
  __syncthreads();

  if (threadIdx.x >= all_zeros + all_ones) return;
  const unsigned e = element[threadIdx.x];
  if (threadIdx.x < all_zeros)
    result[e] = way_of_kind_0(data[e], rounds);
  else
    result[e] = way_of_kind_1(data[e], rounds);
}
