// What the answer to 06_unrolling/unroll16 defines.
#pragma once

#include <lockstep/prediction.hpp>

// The sum of the N = `size` integers at `data`, for any size from 1 up. It fits an int.
//
//   data        device memory; stays as it is
//   partial     device memory to work with: one int for each block_size elements, rounded up
//   block_size  threads of a block: 64, 128, 256, 512 or 1024
int sum(const int* data, int* partial, unsigned size, unsigned block_size);

// How many times as many of each there are with sixteen tiles for each block as with eight: 1 is as
// many, 2 twice as many. Counted for the whole launch, with 2^17 elements in blocks of 256.
struct counter_ratios {
  lockstep::prediction warps;     // that are launched
  lockstep::prediction loads;     // load requests, of all warps together
  lockstep::prediction barriers;  // that warps come to, all together
};
extern const counter_ratios sixteen_to_eight;
