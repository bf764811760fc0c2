// What the answer to 05_reduction/first_add defines.
#pragma once

// The sum of the N = `size` integers at `data`, for any size from 1 up. It fits an int.
//
//   data        device memory; stays as it is
//   partial     device memory to work with: one int for each block_size elements, rounded up
//   block_size  threads of a block: 64, 128, 256, 512 or 1024
int sum(const int* data, int* partial, unsigned size, unsigned block_size);
