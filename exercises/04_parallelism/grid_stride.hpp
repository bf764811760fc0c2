// What the answer to 04_parallelism/grid_stride defines.
#pragma once

#include <cuda_runtime.h>

// c[i] = a[i] + b[i] for each i below `size`, in a grid of any number of blocks, of any number of
// threads. Grid and block have one dimension. `size` is from 0 to 2,000,000,000; the vectors lie in
// device memory. `a` and `b` stay as they are.
__global__ void add_elements(const float* a, const float* b, float* c, unsigned size);

// The same, by one launch of add_elements in blocks of `block_size` threads, a multiple of 32 up to
// 1024. The grid has as many blocks as the device can hold at the same time, or as many as it takes
// to have a thread for each element, if these are fewer. No launch is needed for size 0.
void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size);
