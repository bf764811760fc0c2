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
  __shared__ unsigned order[256];
  __shared__ unsigned count[2];
  const unsigned t = threadIdx.x;
  const unsigned first = blockIdx.x * blockDim.x;
  if (first + t >= size) return;
  if (t < 2) count[t] = 0;
  __syncthreads();

  const unsigned k = kind[first + t];
  const unsigned place = atomicAdd(&count[k], 1);
  order[k == 0 ? place : 255 - place] = t;
  __syncthreads();

  if (t < count[0]) {
    const unsigned i = first + order[t];
    result[i] = way_of_kind_0(data[i], rounds);
  } else if (t >= 256 - count[1]) {
    const unsigned i = first + order[t];
    result[i] = way_of_kind_1(data[i], rounds);
  }
}
