// What the answer to 04_parallelism/two_per_thread defines.
#pragma once

#include <cuda_runtime.h>

// c[i] = a[i] + b[i] for each i below `size`, with one launch of blocks of 256 threads, each of
// which adds two elements.
//
// The vectors lie in device memory, each in an allocation of its own, as cudaMalloc makes them, so
// their first elements are at multiples of 256 bytes. `size` is from 1 to 2^30. `a` and `b` stay as
// they are.
void add_vectors(const float* a, const float* b, float* c, unsigned size);
