// What the answer to 04_parallelism/matrix_sum_int defines.
#pragma once

#include <cuda_runtime.h>

// c = a + b, element by element, with one launch.
//
// The matrices lie in device memory, and rows begin `pitch` elements apart: element (x, y), in
// column x of row y, is at y * pitch + x. What lies behind the end of a row does not belong to
// the matrix. `pitch` is at least `width` and a multiple of 8, so that every row begins a sector.
// `width` is from 1 to 10,000 and `height` from 1 to 100,000; no matrix has more than 4,000,000
// elements. `a` and `b` stay as they are, and no sum is too large for an int.
void add_matrices(const int* a, const int* b, int* c, unsigned width, unsigned height,
                  unsigned pitch);
