// What the answer to 04_parallelism/matrix_sum_2d defines.
#pragma once

#include <cuda_runtime.h>

// c = a + b, element by element, with one launch of a kernel in blocks of the shape `block`, and
// one thread for each element.
//
// The matrices lie in device memory, row after row: element (x, y), in column x of row y, is at
// y * width + x. `width` and `height` are from 1 to 10,000, and block.z is 1. `a` and `b` stay as
// they are.
void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  dim3 block);
