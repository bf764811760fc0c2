// What the answer to 02_warp_divergence/branchless defines.
#pragma once

#include <cuda_runtime.h>

// position[i] = the number of entries of `table` that are less than keys[i], for i from 0 to
// size - 1.
//
// `table` has table_size entries, at least one and at most 8192, all different and in ascending
// order. Launched with blockDim.x = 128 and with as many blocks as it takes to have a thread for
// each key. `table` and `keys` stay as they are.
__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size);
