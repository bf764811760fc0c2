// What the answer to 06_unrolling/beat_the_library defines.
#pragma once

constexpr unsigned workspace_ints = 16384;

// *result = the sum of the N = `size` integers at `data`, for any size from 0 up. It fits an int.
//
//   data       device memory as cudaMalloc gives it, aligned to 256 bytes; stays as it is
//   result     device memory: one int, which holds anything at first
//   workspace  device memory to work with: workspace_ints ints, which hold anything at first
//
// May return before its kernels have ended. Called again and again, one call at a time, with other
// sizes, and with other memory or the same.
void sum(const int* data, int* result, int* workspace, unsigned size);
