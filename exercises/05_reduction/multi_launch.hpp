// What the answer to 05_reduction/multi_launch defines.
#pragma once

// Leaves in *result the sum of the N = `size` integers at `data`, for any size from 0 up. It fits
// an int.
//
//   data           device memory; stays as it is
//   result         device memory; one int
//   first, second  device memory to work with: each has one int for each block_size elements,
//                  rounded up
//   block_size     threads of a block: 64, 128, 256, 512 or 1024
void sum(const int* data, int* result, int* first, int* second, unsigned size, unsigned block_size);
