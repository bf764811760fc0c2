// What the answer to 05_reduction/mean_reduce defines.
#pragma once

// The mean of the N = `size` integers at `data`, for any size from 1 to 2^20. An element may be any
// int, so that their sum may need 52 bits.
//
//   data        device memory; stays as it is
//   partial     device memory to work with: one number for each block of threads that size needs
//   block_size  threads of a block: 64, 128, 256, 512 or 1024
double mean(const int* data, long long* partial, unsigned size, unsigned block_size);
