// What the answer to 03_occupancy/ilp_for_tlp defines.
#pragma once

#include <cuda_runtime.h>

// result[i] = 3 * data[i] + 1, for i from 0 to size - 1.
//
// `size` is at least 1. Launched with blocks of any size, and with a quarter as many threads as
// elements, rounded up to whole blocks. Before a thread stores its first result it has loaded all
// of its elements, four of them if size is 4 times the number of threads.
//
// `data` and `result` are aligned to 4 bytes, and not to more. `data` stays as it is. One launch is
// an exception, made to see the order of loads and stores: a single thread with four elements,
// whose results overwrite elements of its own. So the two can overlap: do not declare them
// __restrict__.
__global__ void advance(const int* data, int* result, unsigned size);
