// What the answer to 06_unrolling/switch_dispatch defines.
#pragma once

// If block_size is 32, 64, 128, 256, 512 or 1024: true, and by blocks of that many threads
// partial[b] = the sum of the elements of block b: block_size of them from data[b * block_size] on,
// in the last block only those before data[size].
//
// For any other block_size from 1 up: false, with no launch, and nothing is written.
//
//   data     device memory, at least one element; stays as it is
//   partial  device memory: one int for each block, and no more
bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size);
