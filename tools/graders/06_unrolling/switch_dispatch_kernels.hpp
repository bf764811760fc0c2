// What the grader of 06_unrolling/switch_dispatch compares the answer with.
#pragma once

#include <cuda_runtime.h>

// partial[b] = the sum of the elements of block b; the block size is known at run time only.
__global__ void size_at_run_time(const int* data, int* partial, unsigned size);
