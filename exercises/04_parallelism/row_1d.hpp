// What the answer to 04_parallelism/row_1d defines.
#pragma once

#include <cuda_runtime.h>

// c = a + b, element by element, with one launch: blocks of (block_size, 1) threads in a grid of
// two dimensions. A block adds 2 * block_size elements of one row, or those that are left of it,
// and each of its threads two of them at most.
//
// The matrices lie in device memory, row after row: element (x, y), in column x of row y, is at
// y * width + x. `width` and `height` are from 1 to 10,000; `block_size` is a multiple of 32, up to
// 1024. `a` and `b` stay as they are.
void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  unsigned block_size);
