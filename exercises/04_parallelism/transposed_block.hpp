// What the answer to 04_parallelism/transposed_block defines.
#pragma once

#include <cuda_runtime.h>

// c = (a + b) * factor + offset, element by element, with the factor of the element's row and the
// offset of its column.
//
// The matrices lie in device memory, row after row: element (x, y), in column x of row y, is at
// y * width + x. There are `height` factors and `width` offsets, in device memory, too. `width` and
// `height` are from 1 to 10,000. Only `c` is written, and no intermediate result overflows an
// int.
void combine(const int* a, const int* b, const int* factor, const int* offset, int* c,
             unsigned width, unsigned height);
