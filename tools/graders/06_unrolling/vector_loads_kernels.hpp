// What the grader of 06_unrolling/vector_loads compares the answer with.
#pragma once

#include <cuda_runtime.h>

// partial[b] = the sum of what block b has added, four bytes a load, as in the stub.
__global__ void one_element_a_load(const int* data, int* partial, unsigned size);
