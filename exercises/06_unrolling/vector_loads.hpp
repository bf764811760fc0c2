// What the answer to 06_unrolling/vector_loads defines.
#pragma once

#include <cuda_runtime.h>

// partial[b] = the sum of what block b has added. The blocks together add the N = `size` integers
// at `data`, any size from 0 up, each once; which block adds which is free.
//
// Launched with any number of blocks, of blockDim.x = 64, 128, 256, 512 or 1024 threads, and
// without dynamic shared memory. `data` is aligned as an int has to be, to 4 bytes and perhaps no
// more; nothing before or behind its elements belongs to it.
__global__ void block_sums(const int* data, int* partial, unsigned size);
