// What the answer to 06_unrolling/float_reduce defines, each for T = int, float and double.
#pragma once

#include <lockstep/prediction.hpp>

// partial[b] = the sum of the elements of block b: block_size of them from data[b * block_size] on,
// in the last block only those before data[size].
//
//   data        device memory, at least one element; stays as it is
//   partial     device memory: one T for each block, and no more
//   block_size  threads of a block: 64, 128, 256, 512 or 1024
//
// Sums of int fit an int.
template <typename T>
void interleaved_sums(const T* data, T* partial, unsigned size, unsigned block_size);

// The same for blocks of 8 * block_size elements.
template <typename T>
void unrolled_sums(const T* data, T* partial, unsigned size, unsigned block_size);

// How many times as many of each there are in the second kernel as in the first: 1 is as many, 2
// twice as many. Counted for whole launches, with 2^15 elements in blocks of 256.
struct counter_ratios {
  lockstep::prediction warps;         // of unrolled_sums over interleaved_sums, for float
  lockstep::prediction loads;         // load requests of all warps, likewise
  lockstep::prediction instructions;  // of all warps, of interleaved_sums: float over int
};
extern const counter_ratios predicted;
