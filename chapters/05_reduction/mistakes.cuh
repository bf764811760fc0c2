// Sums that are in print and wrong: each is right for round numbers, or seems to be. DO NOT COPY
// ANY OF THIS. docs/in-print.md says where they stand.
#pragma once

#include <lockstep/check.hpp>
#include <lockstep/reduction/tile.cuh>

#include <cstddef>
#include <vector>

namespace mistakes {

using lockstep::blocks_for;

// `idx > n` where `idx >= n` is meant: thread n works on an element that does not exist, and writes
// to it. (It also adds what lies behind the end, as the next one does.)
__global__ void one_too_many(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x;
  const unsigned t = threadIdx.x;
  if (blockIdx.x * blockDim.x + t > size) return;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// No thread checks whether its second element exists, so the last block adds what lies behind the
// end.
__global__ void reads_past_the_end(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x;
  const unsigned t = threadIdx.x;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0 && blockIdx.x * blockDim.x + t < size) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// Threads without an element leave before __syncthreads(). The sum comes out right on today's GPUs,
// but every thread of the block must reach the barrier, so nothing guarantees it.
__global__ void leaves_before_the_barrier(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x;
  const unsigned count = lockstep::tile_count(size, blockDim.x);
  const unsigned t = threadIdx.x;
  if (t >= count) return;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0 && t + stride < count) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// A thread whose second element does not exist leaves, and its first, which does exist, is lost.
// The other threads then add words of shared memory that nobody has written.
__global__ void drops_the_tail(int* data, int* partial, unsigned size) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * (2 * blockDim.x) + t;
  if (i + blockDim.x >= size) return;
  tile[t] = data[i] + data[i + blockDim.x];
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// A loop that adds two elements in each round, and checks only whether the first exists.
__global__ void asks_for_one_of_two(int* data, int* partial, unsigned size) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x;
  tile[t] = 0;
  for (unsigned i = blockIdx.x * (2 * blockDim.x) + t; i < size; i += 2 * blockDim.x * gridDim.x) {
    tile[t] += data[i] + data[i + blockDim.x];
  }
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// Eight tiles for a block, and one condition for all eight. A thread that lacks the last of its
// elements adds none of the others. And the grid is divided by 8 without rounding up, so the tiles
// that remain have no block.
__global__ void asks_for_the_last_of_eight(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * (8 * blockDim.x);
  const unsigned t = threadIdx.x;
  if (blockIdx.x * (8 * blockDim.x) + t + 7 * blockDim.x < size) {
    int sum = 0;
    for (unsigned k = 0; k < 8; ++k) sum += tile[t + k * blockDim.x];
    tile[t] = sum;
  }
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// On the host: halves by size / 2, and forgets the last element of an odd length.
inline int sum_of_powers_of_two(std::vector<int> values) {
  for (std::size_t half = values.size() / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) values[i] += values[i + half];
  }
  return values.empty() ? 0 : values[0];
}

struct mistake {
  const char* name;
  void (*kernel)(int*, int*, unsigned);
  unsigned elements;   // per thread and round
  bool right_by_luck;  // for ragged sizes, too
  bool rounds_down;    // the blocks, where a block takes several tiles
};

inline const mistake all[] = {
    {"if (idx > n) return;", one_too_many, 1, false, false},
    {"adds a partner that is not there", reads_past_the_end, 1, false, false},
    {"return before __syncthreads()", leaves_before_the_barrier, 1, true, false},
    {"if (i + blockDim.x >= n) return;", drops_the_tail, 2, false, false},
    {"asks for one element, adds two", asks_for_one_of_two, 2, false, false},
    {"if (i + 7 * blockDim.x < n)", asks_for_the_last_of_eight, 8, false, true},
};

// Launches it on `size` elements. Returns the number of partial sums.
inline unsigned launch(const mistake& m, int* data, int* partial, unsigned size, unsigned block) {
  const unsigned blocks =
      m.rounds_down ? blocks_for(size, block) / m.elements : blocks_for(size, m.elements * block);
  if (blocks == 0) return 0;
  m.kernel<<<blocks, block, block * sizeof(int)>>>(data, partial, size);
  return blocks;
}

}  // namespace mistakes
