// The grader's own kernel for 03_occupancy/shared_memory_budget.
#pragma once

#include <cuda_runtime.h>

// The kernel that the exercise begins with.
__global__ void running_sums_as_given(const int* data, int* result, unsigned records);
