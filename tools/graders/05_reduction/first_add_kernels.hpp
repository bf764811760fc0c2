// What the grader of 05_reduction/first_add compares the answer with.
#pragma once

#include <cuda_runtime.h>

// partial[b] = the sum of the elements of block b, one element a thread, as in the stub.
__global__ void one_element_a_thread(const int* data, int* partial, unsigned size);
