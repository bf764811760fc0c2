// What the answer to 05_reduction/ragged defines.
#pragma once

// The sum of the `n` integers at `input`, for any n from 0 up. It fits an int.
//
//   input       device memory; stays as it is
//   sums        device memory, scratch: one int for each block of threads, (n + block_size - 1) /
//   block_size of them block_size  threads of a block: 64, 128, 256, 512 or 1024
int sum(const int* input, int* sums, unsigned n, unsigned block_size);
